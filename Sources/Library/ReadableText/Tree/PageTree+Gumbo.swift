import CGumbo

extension PageTree {
    /// The maximum memory of the parser, in bytes.
    static let parserMemory = 256 << 20

    /// Parses a page in UTF-8; `nil` if it takes too much memory.
    init?(reading text: [UInt8]) {
        let nodes: [Node]? = text.withUnsafeBytes { bytes in
            // An empty page has no address, but the parser needs one.
            let start = bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 1)
            guard let start = start?.assumingMemoryBound(to: CChar.self),
                let page = cgumbo_read(start, bytes.count, Self.parserMemory)
            else { return nil }
            defer { cgumbo_free(page) }
            return GumboReading.nodes(of: cgumbo_document(page))
        }
        guard let nodes else { return nil }
        self.nodes = nodes
    }
}

/// Copies the tree of Gumbo.
private struct GumboReading {
    private var tree = PageTree()

    /// Returns the nodes of the element `html`; `nil` if there are too many.
    static func nodes(of document: UnsafePointer<GumboNode>) -> [PageTree.Node]? {
        var reading = GumboReading()
        var waiting = children(document.pointee.v.document.children).filter(isElement)
            .suffix(1).map { ($0, PageTree.none) }
        while let (node, parent) = waiting.popLast() {
            guard reading.tree.nodes.count < PageTree.most else { return nil }
            guard let copy = reading.copy(node) else { continue }
            let id = reading.tree.make(copy)
            if parent != PageTree.none { reading.tree.append(id, to: parent) }
            if isElement(node) {
                for child in children(node.pointee.v.element.children).reversed() {
                    waiting.append((child, id))
                }
            }
        }
        return reading.tree.nodes.isEmpty ? nil : reading.tree.nodes
    }

    private static func isElement(_ node: UnsafePointer<GumboNode>) -> Bool {
        node.pointee.type == GUMBO_NODE_ELEMENT
    }

    private static func children(_ list: GumboVector) -> [UnsafePointer<GumboNode>] {
        guard let data = list.data else { return [] }
        return (0..<Int(list.length)).compactMap { index in
            data[index].map { UnsafePointer($0.assumingMemoryBound(to: GumboNode.self)) }
        }
    }

    private mutating func copy(_ node: UnsafePointer<GumboNode>) -> PageTree.Node? {
        switch node.pointee.type {
        case GUMBO_NODE_ELEMENT:
            let element = node.pointee.v.element
            var copy = PageTree.Node(name: name(element), text: "")
            let list = element.attributes
            guard let data = list.data else { return copy }
            for index in 0..<Int(list.length) {
                guard let item = data[index] else { continue }
                let attribute = item.assumingMemoryBound(to: GumboAttribute.self).pointee
                copy.attributes.append(
                    PageTree.Attribute(
                        name: String(cString: attribute.name),
                        value: String(cString: attribute.value)))
            }
            return copy
        case GUMBO_NODE_TEXT, GUMBO_NODE_WHITESPACE, GUMBO_NODE_CDATA:
            return PageTree.Node(name: "", text: String(cString: node.pointee.v.text.text))
        default: return nil
        }
    }

    private func name(_ element: GumboElement) -> String {
        if element.tag != GUMBO_TAG_UNKNOWN {
            return String(cString: gumbo_normalized_tagname(element.tag))
        }
        var piece = element.original_tag
        gumbo_tag_from_original_text(&piece)
        guard let data = piece.data, piece.length > 0 else { return "unknown" }
        let bytes = UnsafeRawBufferPointer(start: data, count: piece.length)
        return TagScanner.lowercased(Array(bytes)[...])
    }
}
