/// Decodes the bytes of a web page.
package enum PageText {
    /// Returns a whole page as UTF-8; `nil` if the system cannot convert its character set.
    ///
    /// A byte order mark decides, then clear evidence for UTF-8, then the server's type, then the
    /// page's declaration, then a guess.
    ///
    /// - Parameter contentType: The server's type, such as `text/html; charset=koi8-r`.
    package static func utf8(_ bytes: [UInt8], contentType: String?) -> [UInt8]? {
        SourceText.utf8(
            ofPage: bytes, server: contentType.flatMap { MediaType($0).charset },
            guessing: { EastAsianText.guess($0)?.text ?? SourceText.western($0) })
    }

    /// Whether the bytes are a picture, a program or another file that is not text.
    package static func isBinary(_ bytes: [UInt8]) -> Bool {
        let start = bytes.prefix(1024)
        if start.starts(with: [0xFE, 0xFF]) || start.starts(with: [0xFF, 0xFE]) { return false }
        if start.starts(with: "%PDF-".utf8) { return true }
        // Every second byte of Western text in UTF-16 is 0.
        let zeros = start.count { $0 == 0 }
        if zeros > 0 { return zeros * 5 < start.count * 2 || zeros * 5 > start.count * 3 }
        return start.count(where: ASCII.isControl) * 10 > start.count
    }
}
