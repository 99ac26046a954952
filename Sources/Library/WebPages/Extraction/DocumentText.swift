public import ReadableText
import Subprocess
import SystemPackage

/// The readable text of a document.
public struct DocumentText: Sendable, Hashable {
    /// The plain text; empty for a document without any.
    public var text: String
    /// The text in blocks; `nil` for anything but web pages, and for pages without text.
    public var page: ReadablePage?

    public init(text: String, page: ReadablePage? = nil) {
        self.text = text
        self.page = page
    }
}

/// The reason why a file has no text for a reader.
public struct NoText: Error, Hashable {
    /// The reason, as a phrase.
    public var reason: String
}

extension PageExtraction {
    /// Returns the text of a document: the readable text of a page, the whole text of notes and
    /// text files, and the text of a PDF if `pdftotext` is installed. Other files have none.
    ///
    /// - Parameters:
    ///   - content: The bytes of the document.
    ///   - mediaType: Its media type, with parameters.
    ///   - name: The name of a file, whose extension gives the type if `mediaType` does not.
    ///   - url: The address of a page.
    /// - Returns: `nil` if the task was cancelled.
    public func text(
        of content: [UInt8], mediaType: String, name: String, url: String
    ) async -> DocumentText? {
        let text: DocumentText
        switch TextKind(content, mediaType, name) {
        case .page:
            let page = try? await page(html: content, url: url, charset: mediaType)
            text = DocumentText(text: page?.text ?? "", page: page)
        case .plain: text = DocumentText(text: String(decoding: content, as: UTF8.self))
        case .pdf: text = DocumentText(text: await Self.text(ofPDF: content) ?? "")
        case .other: text = DocumentText(text: "")
        }
        return Task.isCancelled ? nil : text
    }

    /// Returns the text of a file other than a web page, for a reader: the output of `pdftotext`
    /// for a PDF, with empty lines between its pages, or the text file itself.
    public static func text(
        ofFile content: [UInt8], mediaType: String, name: String
    ) async throws(NoText) -> String {
        guard TextKind(content, mediaType, name) == .pdf else {
            guard !content.contains(0) else {
                throw NoText(reason: "it is not text but \(mediaType)")
            }
            return String(decoding: content, as: UTF8.self)
        }
        guard let text = await Self.text(ofPDF: content) else {
            throw NoText(reason: "pdftotext is not installed (in Debian: poppler-utils)")
        }
        guard text.contains(where: { !$0.isWhitespace }) else {
            throw NoText(reason: "pdftotext found none in it")
        }
        return text.replacing("\u{c}", with: "\n\n")
    }

    /// Returns the text that `pdftotext` finds; `nil` if the program is missing. It may use
    /// ``seconds`` of processor time, as for a page.
    private static func text(ofPDF content: [UInt8]) async -> String? {
        var options = PlatformOptions()
        options.processGroupID = 0
        let limited = """
            ulimit -c 0 -t \(seconds) -v \(memory >> 10) 2>/dev/null
            exec pdftotext -q -enc UTF-8 - -
            """
        let result = try? await Subprocess.run(
            .path("/bin/sh"), arguments: ["-c", limited], platformOptions: options,
            input: LenientInput(bytes: content), output: .bytes(limit: 16 << 20),
            error: .discarded)
        if let result, case .exited(127) = result.terminationStatus { return nil }
        guard let result, case .exited(0) = result.terminationStatus else { return "" }
        return String(decoding: result.standardOutput, as: UTF8.self)
    }
}

/// The kind of text in a document.
enum TextKind: Hashable {
    case page, plain, pdf, other

    init(_ content: [UInt8], _ mediaType: String, _ name: String) {
        let type = mediaType.prefix { $0 != ";" }.filter { !$0.isWhitespace }.lowercased()
        let end = name.split(separator: ".").count > 1 ? name.split(separator: ".").last : nil
        switch (type, end?.lowercased() ?? "") {
        case ("text/html", _), ("application/xhtml+xml", _), ("", "html"), ("", "htm"):
            self = .page
        case ("application/pdf", _), ("", "pdf"), ("application/octet-stream", "pdf"):
            self = .pdf
        case _ where type.hasPrefix("text/"): self = .plain
        default: self = Self.isText(content) ? .plain : .other
        }
    }

    /// Whether bytes are text: valid UTF-8 without the byte 0.
    private static func isText(_ content: [UInt8]) -> Bool {
        !content.contains(0) && String(validating: content, as: UTF8.self) != nil
    }
}
