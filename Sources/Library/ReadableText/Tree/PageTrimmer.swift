/// Removes the parts of a page that its text does not need, before parsing: scripts, styles,
/// drawings, comments, unused attributes, and pictures written into the page.
///
/// It also enforces limits that keep the parser's time proportional to the length: the depth of its
/// elements, the number of attributes of one, and the styles that are open at once.
struct PageTrimmer {
    /// The maximum depth of elements. Browsers have a limit, too.
    static let deepest = 400
    /// The maximum number of open styles such as `<b>`, all of which the parser reopens in each
    /// paragraph.
    static let mostStyles = 40
    /// The longest value of an attribute, in bytes. Longer ones are pictures written into the page.
    static let longestValue = 8192

    private var scanner: TagScanner
    private var kept: [UInt8] = []
    private var open = OpenElements()
    private var styles = 0
    /// The end tags that a search up to the end of the page did not find.
    private var endless: Set<String> = []

    /// Whether `<a/>` is a complete element, as in XML. In HTML, it only begins an element.
    private let isXML: Bool

    private init(_ bytes: [UInt8]) {
        scanner = TagScanner(bytes)
        isXML = bytes.drop { $0 <= 0x20 }.starts(with: "<?xml".utf8)
        kept.reserveCapacity(bytes.count)
    }

    /// Returns the page with the same text, but less markup.
    static func trimmed(_ bytes: [UInt8]) -> [UInt8] {
        var trimmer = PageTrimmer(bytes)
        while let token = trimmer.scanner.next() {
            switch token {
            case .text(let range), .declaration(let range):
                trimmer.kept += trimmer.scanner.bytes[range]
            case .comment: continue
            case .open(let tag): trimmer.take(tag)
            case .close(let name): trimmer.close(name)
            }
        }
        return trimmer.kept
    }

    private mutating func take(_ tag: TagScanner.Tag) {
        if isXML, tag.isSelfClosing, !TagNames.void.contains(tag.name) {
            guard open.depth < Self.deepest, !TagNames.raw.contains(tag.name) else { return }
            write(tag, as: tag.name)
            kept += "</\(tag.name)>".utf8
            return
        }
        if TagNames.raw.contains(tag.name) { return takeRaw(tag) }
        if tag.name == "svg", !tag.isSelfClosing, skip("svg") { return }
        guard !TagNames.void.contains(tag.name) else { return write(tag, as: tag.name) }
        open.makeRoom(for: tag.name)
        let isStyle = TagNames.styles.contains(tag.name)
        guard open.depth < Self.deepest, !isStyle || styles < Self.mostStyles else {
            return open.push(tag.name, isKept: false)
        }
        if isStyle { styles += 1 }
        // SingleFile's notation for an element with a shadow tree.
        let isShadow = tag.name == "template" && tag.has("shadowrootmode", in: scanner.bytes)
        open.push(tag.name, isKept: true, isShadow: isShadow)
        write(tag, as: isShadow ? "div" : tag.name)
    }

    private mutating func close(_ name: String) {
        if TagNames.styles.contains(name) { styles = max(0, styles - 1) }
        switch open.pop(name) {
        case .kept, .unknown: kept += "</\(name)>".utf8
        case .shadow: kept += "</div>".utf8
        case .dropped: kept.append(0x20)
        }
    }

    /// Takes an element whose content is not markup.
    private mutating func takeRaw(_ tag: TagScanner.Tag) {
        if tag.name == "plaintext" { return scanner.skipToEnd() }
        let content = scanner.skipContent(of: tag.name)
        let isData = tag.name == "script" && tag.holdsData(in: scanner.bytes)
        guard isData || tag.name == "title" || tag.name == "xmp" else { return }
        write(tag, as: tag.name)
        kept += scanner.bytes[content]
        kept += "</\(tag.name)>".utf8
    }

    /// Skips an element with its contents, if it has an end.
    private mutating func skip(_ name: String) -> Bool {
        guard !endless.contains(name) else { return false }
        if scanner.skipElement(name) { return true }
        endless.insert(name)
        return false
    }

    private mutating func write(_ tag: TagScanner.Tag, as name: String) {
        kept.append(UInt8(ascii: "<"))
        kept += name.utf8
        var written: Set<String> = []
        for attribute in tag.attributes {
            let bytes = scanner.bytes
            guard attribute.value.count <= Self.longestValue,
                attribute.nameRange.count <= TagNames.longestAttribute
            else { continue }
            let attributeName = TagScanner.lowercased(bytes[attribute.nameRange])
            guard TagNames.attributes.contains(attributeName),
                written.insert(attributeName).inserted
            else { continue }
            kept.append(0x20)
            kept += attributeName.utf8
            guard attribute.hasValue else { continue }
            kept.append(UInt8(ascii: "="))
            if let quote = attribute.quote { kept.append(quote) }
            kept += bytes[attribute.value]
            if let quote = attribute.quote { kept.append(quote) }
        }
        if tag.isSelfClosing { kept += " /".utf8 }
        kept.append(UInt8(ascii: ">"))
    }
}

/// The names of elements and attributes that the trimmer knows.
enum TagNames {
    static let void: Set<String> = [
        "area", "base", "basefont", "bgsound", "br", "col", "command", "embed", "frame", "hr",
        "image", "img", "input", "keygen", "link", "meta", "param", "source", "track", "wbr",
    ]
    /// Elements whose content is not markup if scripts run.
    static let raw: Set<String> = [
        "script", "style", "title", "textarea", "xmp", "iframe", "noembed", "noframes", "noscript",
        "plaintext",
    ]
    /// Elements that the parser keeps open across paragraphs.
    static let styles: Set<String> = [
        "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u",
    ]
    static let attributes: Set<String> = [
        "alt", "aria-hidden", "aria-modal", "charset", "class", "colspan", "content", "datatable",
        "datetime", "dir", "hidden", "href", "id", "itemprop", "itemtype", "lang", "name",
        "property", "rel", "role", "rowspan", "scope", "src", "data-src", "start", "style",
        "summary", "title", "type", "value", "width", "height", "alttext",
    ]
    static let longestAttribute = 11
}
