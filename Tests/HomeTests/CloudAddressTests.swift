import DeviceStore
import Testing

/// The ways in which a person may write the address of a server.
struct CloudAddressTests {
    @Test(arguments: [
        "http://127.0.0.1:99999", "http://host:", "http://host:x", "https://host:0",
        "https://[::1]8765", "etcd://one:2379,two:65536", "ftp://host", "https://",
    ]) func invalidAddressIsRefused(_ text: String) {
        #expect(CloudAddress(text) == nil)
    }

    @Test(arguments: [
        ("https://cloud.example.org", "https://cloud.example.org"),
        ("HTTPS://Cloud.Example.org:443/", "https://cloud.example.org"),
        ("http://localhost:80", "http://localhost"),
        ("http://localhost:8765/", "http://localhost:8765"),
        ("https://example.org:80/Path/to//", "https://example.org:80/Path/to"),
        ("http://[::1]:8765", "http://[::1]:8765"),
        ("etcds://Ada@One:2379,two:2380/P/", "etcds://Ada@one,two:2380/P"),
        ("ETCD://one", "etcd://one"),
    ]) func anAddressHasOneCanonicalForm(_ written: String, canonical: String) throws {
        let address = try #require(CloudAddress(written))
        #expect(address.canonical == canonical)
        #expect(CloudAddress(canonical)?.canonical == canonical)
        #expect(CloudAddress(canonical)?.isEncrypted == address.isEncrypted)
    }
}
