import Interchange

extension ReadablePage {
    /// The page as JSON in UTF-8, for `init(json:)`.
    public var json: [UInt8] {
        var bytes = Array("{\"title\":".utf8)
        JSONText.append(title, to: &bytes)
        for (name, value) in [("byline", byline), ("site", site), ("language", language)] {
            bytes += ",\"\(name)\":".utf8
            JSONText.append(value, to: &bytes)
        }
        bytes += ",\"links\":".utf8
        Self.list(links, to: &bytes) { JSONText.append($0, to: &$1) }
        bytes += ",\"blocks\":".utf8
        Self.list(blocks, to: &bytes) { $0.append(to: &$1) }
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }

    /// Reads JSON that ``json`` wrote; `nil` for anything else. Numbers of links that do not exist
    /// are left out.
    public init?(json: [UInt8]) {
        guard let root = try? JSONReader.value(json), let title = root["title"]?.string,
            let blocks = root["blocks"]?.elements, let links = root["links"]?.elements
        else { return nil }
        self.init(
            title: title, byline: root["byline"]?.string ?? "", site: root["site"]?.string ?? "",
            language: root["language"]?.string ?? "", links: links.compactMap(\.string))
        let count = self.links.count
        for node in blocks {
            guard let block = Block(node, links: count) else { return nil }
            self.blocks.append(block)
        }
    }

    fileprivate static func list<Element>(
        _ elements: [Element], to bytes: inout [UInt8],
        _ write: (Element, inout [UInt8]) -> Void
    ) {
        bytes.append(UInt8(ascii: "["))
        for (index, element) in elements.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            write(element, &bytes)
        }
        bytes.append(UInt8(ascii: "]"))
    }
}

extension ReadablePage.Block {
    fileprivate func append(to bytes: inout [UInt8]) {
        func inlines(_ inlines: [ReadablePage.Inline], _ bytes: inout [UInt8]) {
            bytes += ",\"text\":".utf8
            ReadablePage.list(inlines, to: &bytes) { $0.append(to: &$1) }
        }
        bytes += "{\"kind\":".utf8
        switch content {
        case .heading(let level, let text):
            bytes += "\"heading\",\"level\":\(level)".utf8
            inlines(text, &bytes)
        case .paragraph(let text):
            bytes += "\"paragraph\"".utf8
            inlines(text, &bytes)
        case .code(let text):
            bytes += "\"code\",\"code\":".utf8
            JSONText.append(text, to: &bytes)
        case .item(let depth, let mark, let text):
            bytes += "\"item\",\"depth\":\(depth),\"mark\":".utf8
            JSONText.append(mark, to: &bytes)
            inlines(text, &bytes)
        case .table(let rows):
            bytes += "\"table\",\"rows\":".utf8
            ReadablePage.list(rows, to: &bytes) { row, bytes in
                bytes += "{\"heading\":\(row.isHeading),\"cells\":".utf8
                ReadablePage.list(row.cells, to: &bytes) { cell, bytes in
                    ReadablePage.list(cell, to: &bytes) { $0.append(to: &$1) }
                }
                bytes.append(UInt8(ascii: "}"))
            }
        case .picture(let description, let caption, let link):
            bytes += "\"picture\",\"description\":".utf8
            JSONText.append(description, to: &bytes)
            if let link { bytes += ",\"link\":\(link)".utf8 }
            inlines(caption, &bytes)
        case .rule: bytes += "\"rule\"".utf8
        }
        if quotes > 0 { bytes += ",\"quotes\":\(quotes)".utf8 }
        bytes.append(UInt8(ascii: "}"))
    }

    fileprivate init?(_ node: Node, links: Int) {
        func inlines(_ node: Node?) -> [ReadablePage.Inline] {
            (node?.elements ?? []).compactMap { ReadablePage.Inline($0, links: links) }
        }
        let text = inlines(node["text"])
        let content: ReadablePage.Content
        switch node["kind"]?.string {
        case "heading": content = .heading(level: node.number("level", 1...6) ?? 2, text)
        case "paragraph": content = .paragraph(text)
        case "code": content = .code(node["code"]?.string ?? "")
        case "item":
            content = .item(
                depth: node.number("depth", 0...99) ?? 0, mark: node["mark"]?.string ?? "", text)
        case "table":
            content = .table(
                (node["rows"]?.elements ?? []).map { row in
                    var isHeading = false
                    if case .bool(true)? = row["heading"]?.value { isHeading = true }
                    return ReadablePage.Row(
                        isHeading: isHeading, cells: (row["cells"]?.elements ?? []).map(inlines))
                })
        case "picture":
            content = .picture(
                description: node["description"]?.string ?? "", caption: text,
                link: node.number("link", 1...max(links, 1)).flatMap { links > 0 ? $0 : nil })
        case "rule": content = .rule
        default: return nil
        }
        self.init(content, quotes: node.number("quotes", 0...99) ?? 0)
    }
}

extension ReadablePage.Inline {
    /// Appends a plain text, or a list of a text, the number of its style, and the number of its
    /// link.
    fileprivate func append(to bytes: inout [UInt8]) {
        if style.isEmpty, link == nil { return JSONText.append(text, to: &bytes) }
        bytes.append(UInt8(ascii: "["))
        JSONText.append(text, to: &bytes)
        bytes += ",\(style.rawValue)".utf8
        if let link { bytes += ",\(link)".utf8 }
        bytes.append(UInt8(ascii: "]"))
    }

    fileprivate init?(_ node: Node, links: Int) {
        if let text = node.string {
            self.init(text)
            return
        }
        guard let parts = node.elements, let text = parts.first?.string else { return nil }
        let style = parts.count > 1 ? parts[1].number(0...31) ?? 0 : 0
        let link = parts.count > 2 ? parts[2].number(1...max(links, 1)) : nil
        self.init(text, ReadablePage.Style(rawValue: style), link: links > 0 ? link : nil)
    }
}

extension Node {
    fileprivate func number(_ range: ClosedRange<Int>) -> Int? {
        guard case .number(let number) = value, let whole = Int(exactly: number),
            range.contains(whole)
        else { return nil }
        return whole
    }

    fileprivate func number(_ name: String, _ range: ClosedRange<Int>) -> Int? {
        self[name]?.number(range)
    }
}
