import Testing

@testable import RemoteClouds

/// The examples for signature version 4 that Amazon publishes, in the documentation of S3 and in
/// the test suite for all services.
struct SignatureTests {
    private static let empty = SignatureV4.hash([])

    private func signature(
        _ signer: SignatureV4, _ request: SignatureV4.Request, _ time: String
    ) -> Substring? {
        signer.authorization(for: request, time: time).split(separator: "Signature=").last
    }

    private func ofS3(_ request: SignatureV4.Request) -> Substring? {
        var request = request
        request.headers += [
            ("host", "examplebucket.s3.amazonaws.com"), ("x-amz-date", "20130524T000000Z"),
            ("x-amz-content-sha256", request.bodyHash),
        ]
        let signer = SignatureV4(
            credentials: S3Credentials(
                key: "AKIAIOSFODNN7EXAMPLE", secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"),
            region: "us-east-1")
        return signature(signer, request, "20130524T000000Z")
    }

    @Test func signatureMatchesTheExamplesOfS3() {
        #expect(
            ofS3(
                .init(
                    method: "GET", path: "/test.txt", headers: [("range", "bytes=0-9")],
                    bodyHash: Self.empty))
                == "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41")
        #expect(
            ofS3(
                .init(
                    method: "PUT",
                    path: SignatureV4.encoded("/test$file.text", keeping: "/"),
                    headers: [
                        ("date", "Fri, 24 May 2013 00:00:00 GMT"),
                        ("x-amz-storage-class", "REDUCED_REDUNDANCY"),
                    ], bodyHash: SignatureV4.hash(Array("Welcome to Amazon S3.".utf8))))
                == "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd")
        #expect(
            ofS3(
                .init(
                    method: "GET", path: "/", query: [("lifecycle", "")], headers: [],
                    bodyHash: Self.empty))
                == "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543")
        #expect(
            ofS3(
                .init(
                    method: "GET", path: "/", query: [("prefix", "J"), ("max-keys", "2")],
                    headers: [], bodyHash: Self.empty))
                == "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7")
    }

    @Test(arguments: [
        (
            "GET", [(String, String)](), [(String, String)](),
            "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"
        ),
        (
            "POST", [], [], "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b"
        ),
        (
            "GET", [("Param2", "value2"), ("Param1", "value1")], [],
            "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500"
        ),
        (
            "GET", [], [("my-header1", " value1"), ("my-header2", " \"a   b   c\"")],
            "acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736"
        ),
    ])
    func signatureMatchesTheExamplesOfTheTestSuite(
        _ method: String, _ query: [(String, String)], _ headers: [(String, String)],
        _ expected: String
    ) {
        let signer = SignatureV4(
            credentials: S3Credentials(
                key: "AKIDEXAMPLE", secret: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"),
            region: "us-east-1", service: "service")
        let time = "20150830T123600Z"
        let request = SignatureV4.Request(
            method: method, path: "/", query: query.map { (name: $0.0, value: $0.1) },
            headers: [("host", "example.amazonaws.com"), ("x-amz-date", time)]
                + headers.map { (name: $0.0, value: $0.1) }, bodyHash: Self.empty)
        #expect(signature(signer, request, time).map(String.init) == expected)
    }

    @Test func timesAndEscapesAreWrittenForSignatures() {
        #expect(SignatureV4.stamp(1_440_938_160) == "20150830T123600Z")
        #expect(SignatureV4.encoded("a b/ü~+*") == "a%20b%2F%C3%BC~%2B%2A")
        #expect(SignatureV4.encoded("a/b", keeping: "/") == "a/b")
    }

    @Test func validPlacesAreReadAndInvalidOnesRefused() throws {
        let place = try #require(S3Place("s3:https://s3.example.org:9000/marks/cloudy/a"))
        #expect(place.address == "https://s3.example.org:9000")
        #expect(place.host == "s3.example.org:9000")
        #expect(place.bucket == "marks" && place.prefix == "cloudy/a/")
        #expect(place.description == "s3:https://s3.example.org:9000/marks/cloudy/a/")
        #expect(S3Place(place.description) == place)
        #expect(S3Place("s3:https://s3.example.org/marks/")?.prefix == "")
        let amazon = try #require(S3Place("s3:marks/cloudy", region: "eu-central-1"))
        #expect(amazon.address == "https://s3.eu-central-1.amazonaws.com")
        #expect(amazon.bucket == "marks" && amazon.prefix == "cloudy/")
        for text in [
            "marks", "s3:", "s3:https://host", "s3:https:///marks", "s3:https://a:b@host/marks",
            "s3:https://host/marks?x=1", "s3:https://host/marks/../x", "s3:https://host//marks",
            "s3:ftp://host/marks", "s3:marks/a b",
        ] { #expect(S3Place(text) == nil, "\(text)") }
        #expect(S3Place("s3:marks", region: "a/b") == nil)
    }

    @Test func listingsAndFaultsAreRead() throws {
        let text = """
            <?xml version='1.0' encoding='UTF-8'?>
            <ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>b</Name>
            <Prefix/><IsTruncated>true</IsTruncated>
            <Contents><Key>a&amp;b&amp;lt;</Key>
            <LastModified>2026-11-22T23:39:37.000Z</LastModified>
            <ETag>"x"</ETag><Size>12</Size><Owner><ID>o</ID></Owner></Contents>
            <Contents><Key>c</Key></Contents></ListBucketResult>
            """
        let listing = try #require(S3Listing(Array(text.utf8)))
        #expect(listing.isMore)
        #expect(
            listing.entries == [
                .init(key: "a&b&lt;", bytes: 12, modified: 1_795_390_777),
                .init(key: "c", bytes: 0, modified: 0),
            ])
        // A listing that was cut off anywhere is not a listing.
        for count in 0..<text.utf8.count {
            #expect(S3Listing(Array(text.utf8.prefix(count))) == nil)
        }
        #expect(S3Listing(Array("<html><body>login</body></html>".utf8)) == nil)
        #expect(S3Fault(Array("<html><Code>NoSuchKey</Code></html>".utf8)).code == "")
        let fault = "<Error><Code>NoSuchKey</Code><Message>m</Message></Error>"
        #expect(S3Fault(Array(fault.utf8)).code == "NoSuchKey")
    }
}
