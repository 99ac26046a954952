import CExpat

/// A piece of an XML file.
enum XMLEvent: Sendable {
    case open(String, attributes: [String: String], line: Int)
    case close(String)
    case text(String)
}

/// The pieces of an XML file.
struct XMLDocument {
    var events: [XMLEvent]
    /// The reason why the rest of the file was not read; `nil` if all of it was.
    var problem: ImportError?

    /// Returns the bookmarks of the file, with a warning about the unread part. Throws if there are
    /// none.
    func finish(_ found: ParsedImport) throws(ImportError) -> ParsedImport {
        guard let problem else { return found }
        guard !found.bookmarks.isEmpty else { throw problem }
        var found = found
        found.fail(problem.line ?? 1, "nothing is read from here on: \(problem.message)")
        return found
    }
}

/// Reads XML with Expat.
///
/// It refuses entity declarations: bookmarks don't need them, and they can expand a short file
/// without limit.
enum XMLReader {
    /// The maximum depth of nested elements. Readers of property lists call themselves at each.
    static let deepest = 200

    /// Returns all events of a file; throws if it is not valid XML to its end.
    static func events(_ bytes: [UInt8]) throws(ImportError) -> [XMLEvent] {
        let document = try document(bytes)
        if let problem = document.problem { throw problem }
        return document.events
    }

    /// Returns the readable part of a file, even if the rest is damaged.
    ///
    /// - Parameter deepest: the maximum depth of nested elements.
    static func document(
        _ bytes: [UInt8], deepest: Int = XMLReader.deepest
    ) throws(ImportError) -> XMLDocument {
        let bytes = XMLMender.mended(bytes)
        // The text is UTF-8 by now, whatever it declares.
        guard let parser = XML_ParserCreate("UTF-8") else {
            throw ImportError("out of memory")
        }
        defer { XML_ParserFree(parser) }
        let collector = Collector(deepest: deepest)
        let status = withExtendedLifetime(collector) {
            XML_SetUserData(parser, Unmanaged.passUnretained(collector).toOpaque())
            install(parser)
            collector.parser = parser
            return parse(bytes, parser)
        }
        collector.endText()
        if let problem = collector.problem { throw problem }
        var problem: ImportError?
        if status != XML_STATUS_OK {
            let text = XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) }
            problem = ImportError(
                line: Int(XML_GetCurrentLineNumber(parser)),
                "not well-formed XML (\(text ?? "unknown error"))")
        }
        return XMLDocument(events: collector.events, problem: problem)
    }

    /// Parses in pieces, since Expat's lengths are `int`s.
    private static func parse(_ bytes: [UInt8], _ parser: XML_Parser) -> XML_Status {
        bytes.withUnsafeBytes { buffer in
            var start = 0
            repeat {
                let count = min(buffer.count - start, 1 << 20)
                let piece = UnsafeRawBufferPointer(rebasing: buffer[start..<start + count])
                start += count
                let status = XML_Parse(
                    parser, piece.bindMemory(to: CChar.self).baseAddress, Int32(count),
                    start == buffer.count ? 1 : 0)
                if status != XML_STATUS_OK { return status }
            } while start < buffer.count
            return XML_STATUS_OK
        }
    }

    private static func install(_ parser: XML_Parser) {
        XML_SetElementHandler(
            parser,
            { data, name, attributes in
                guard let name else { return }
                Collector.of(data)?.open(String(cString: name), attributes)
            },
            { data, name in
                guard let name else { return }
                Collector.of(data)?.close(String(cString: name))
            })
        XML_SetCharacterDataHandler(parser) { data, text, count in
            guard let text else { return }
            let bytes = UnsafeRawBufferPointer(start: text, count: Int(count))
            Collector.of(data)?.text(String(decoding: bytes, as: UTF8.self))
        }
        XML_SetEntityDeclHandler(parser) { data, _, _, _, _, _, _, _, _ in
            Collector.of(data)?.stop("it declares entities, which bookmarks never need")
        }
    }
}

private final class Collector {
    var events: [XMLEvent] = []
    var problem: ImportError?
    var parser: XML_Parser?
    private let deepest: Int
    private var depth = 0
    /// Collects text, which arrives in pieces.
    private var pieces = ""

    init(deepest: Int) { self.deepest = deepest }

    static func of(_ data: UnsafeMutableRawPointer?) -> Collector? {
        data.map { Unmanaged<Collector>.fromOpaque($0).takeUnretainedValue() }
    }

    private var line: Int { parser.map { Int(XML_GetCurrentLineNumber($0)) } ?? 0 }

    func open(_ name: String, _ list: UnsafeMutablePointer<UnsafePointer<CChar>?>?) {
        endText()
        depth += 1
        if depth > deepest {
            stop("elements are nested more than \(deepest) deep")
            return
        }
        if events.count > Node.most {
            stop("there are more than \(Node.most) elements")
            return
        }
        var attributes: [String: String] = [:]
        var next = list
        while let place = next, let name = place[0], let value = place[1] {
            attributes[String(cString: name)] = String(cString: value)
            next = place + 2
        }
        events.append(.open(name, attributes: attributes, line: line))
    }

    func close(_ name: String) {
        endText()
        depth -= 1
        events.append(.close(name))
    }

    func text(_ text: String) { pieces += text }

    func endText() {
        if !pieces.isEmpty { events.append(.text(pieces)) }
        pieces = ""
    }

    func stop(_ message: String) {
        guard problem == nil, let parser else { return }
        problem = ImportError(line: line, message)
        XML_StopParser(parser, 0)
    }
}
