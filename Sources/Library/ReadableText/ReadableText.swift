import Bookmarks
import Interchange

/// Finds the readable text of a web page.
///
/// The algorithm is that of browsers' reading modes. Paragraphs give points to the elements around
/// them, for their length and their commas; links take points away; class names give hints. The
/// element with the most points is the article, without probable menus and advertisements.
///
/// It uses no network and runs no scripts. For pages from others, use `PageExtraction`, which works
/// in a child process.
public enum ReadableText {
    /// The largest page, in bytes.
    public static let maximumBytes = 32 << 20

    /// The readable text of a page.
    ///
    /// - Parameters:
    ///   - html: The page as it came.
    ///   - url: The address of the page, to which its links are relative.
    ///   - charset: The character set that the server named, or a whole type such as
    ///     `text/html; charset=koi8-r`. Plain text, `text/plain`, keeps its lines.
    /// - Throws: The reason why there is no text.
    public static func extract(
        html: [UInt8], url: String, charset: String? = nil
    ) throws(ExtractionFailure) -> ReadablePage {
        guard html.count <= maximumBytes else {
            throw ExtractionFailure(
                .tooLarge, "the page is larger than \(maximumBytes >> 20) MiB")
        }
        guard !PageText.isBinary(html) else {
            throw ExtractionFailure(.notPage, "it is not a page, but a file of another kind")
        }
        let type = charset.map { $0.contains("/") ? $0 : "text/html; charset=\($0)" }
        guard let text = PageText.utf8(html, contentType: type) else {
            throw ExtractionFailure(
                .notPage, "this system cannot convert the character set of the page")
        }
        if type?.lowercased().hasPrefix("text/plain") == true {
            let lines = CodeText.tidied(String(decoding: text, as: UTF8.self))
            guard !lines.isEmpty else { throw ExtractionFailure(.noText, "the file is empty") }
            return ReadablePage(blocks: [.init(.code(lines))])
        }
        guard let tree = PageTree(reading: PageTrimmer.trimmed(text)) else {
            throw ExtractionFailure(.tooLarge, "reading the page takes too much memory")
        }
        return try PageReading(tree, url: url).page()
    }
}
