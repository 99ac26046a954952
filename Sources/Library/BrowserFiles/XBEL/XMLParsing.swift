import CExpat

/// Reads XML with Expat. It refuses entity declarations: bookmarks don't need them, and they can
/// expand a short file without limit.
enum XMLParsing {
    static func parse(_ bytes: [UInt8], into collector: XBELCollector) throws(XBELError) {
        guard let parser = XML_ParserCreate("UTF-8") else { throw XBELError("Out of memory.") }
        defer { XML_ParserFree(parser) }
        let box = Box(collector, parser)
        let isRead = withExtendedLifetime(box) {
            XML_SetUserData(parser, Unmanaged.passUnretained(box).toOpaque())
            install(parser)
            return parse(bytes, parser)
        }
        if let problem = box.problem ?? collector.problem { throw XBELError(problem) }
        guard isRead else {
            let text = XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) }
            throw XBELError(
                "The file is not well-formed XML (line \(XML_GetCurrentLineNumber(parser)): "
                    + "\(text ?? "unknown error")).")
        }
    }

    /// Whether bytes are XML with declared prefixes, as required of a request's body.
    static func isWellFormed(_ bytes: [UInt8]) -> Bool {
        guard let parser = XML_ParserCreateNS("UTF-8", 0x20) else { return false }
        defer { XML_ParserFree(parser) }
        XML_SetEntityDeclHandler(parser) { parser, _, _, _, _, _, _, _, _ in
            if let parser { XML_StopParser(OpaquePointer(parser), 0) }
        }
        XML_UseParserAsHandlerArg(parser)
        return parse(bytes, parser)
    }

    /// Parses in pieces, since Expat's lengths are `int`s.
    private static func parse(_ bytes: [UInt8], _ parser: XML_Parser) -> Bool {
        bytes.withUnsafeBytes { buffer in
            var start = 0
            repeat {
                let count = min(buffer.count - start, 1 << 20)
                let piece = UnsafeRawBufferPointer(rebasing: buffer[start..<start + count])
                start += count
                let status = XML_Parse(
                    parser, piece.bindMemory(to: CChar.self).baseAddress, Int32(count),
                    start == buffer.count ? 1 : 0)
                if status != XML_STATUS_OK { return false }
            } while start < buffer.count
            return true
        }
    }

    private static func install(_ parser: XML_Parser) {
        XML_SetElementHandler(
            parser,
            { data, name, list in
                guard let box = Box.of(data), let name else { return }
                box.collector.open(String(cString: name)) { wanted in
                    var next = list
                    while let place = next, let name = place[0], let value = place[1] {
                        if String(cString: name) == wanted { return String(cString: value) }
                        next = place + 2
                    }
                    return nil
                }
                box.check()
            },
            { data, _ in Box.of(data)?.collector.close() })
        XML_SetCharacterDataHandler(parser) { data, text, count in
            guard let text else { return }
            let bytes = UnsafeRawBufferPointer(start: text, count: Int(count))
            Box.of(data)?.collector.text(String(decoding: bytes, as: UTF8.self))
        }
        XML_SetEntityDeclHandler(parser) { data, _, _, _, _, _, _, _, _ in
            Box.of(data)?.stop("The file declares entities, which bookmarks never need.")
        }
    }

    private final class Box {
        let collector: XBELCollector
        let parser: XML_Parser
        var problem: String?

        init(_ collector: XBELCollector, _ parser: XML_Parser) {
            self.collector = collector
            self.parser = parser
        }

        static func of(_ data: UnsafeMutableRawPointer?) -> Box? {
            data.map { Unmanaged<Box>.fromOpaque($0).takeUnretainedValue() }
        }

        func check() {
            if collector.problem != nil { XML_StopParser(parser, 0) }
        }

        func stop(_ message: String) {
            problem = message
            XML_StopParser(parser, 0)
        }
    }
}
