extension XBELFile {
    static let head = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE xbel PUBLIC "+//IDN python.org//DTD XML Bookmark Exchange Language 1.0//EN//XML" \
        "http://pyxml.sourceforge.net/topics/dtds/xbel.dtd">
        <xbel version="1.0">

        """

    /// The file for floccus, whose first line and comment must be exactly these.
    public var bytes: [UInt8] {
        var bytes = Array(Self.head.utf8)
        bytes.reserveCapacity(entries.count * 160)
        bytes += "<!--- highestId :\(highest ?? 0): ".utf8
        bytes += "for Floccus bookmark sync browser extension -->\n".utf8
        // The open folders, the innermost last.
        var open: [Int] = []
        func close() {
            open.removeLast()
            bytes.append(contentsOf: repeatElement(0x20, count: 2 * open.count))
            bytes += "</folder>\n".utf8
        }
        for entry in entries {
            while let last = open.last, last != entry.parent { close() }
            bytes.append(contentsOf: repeatElement(0x20, count: 2 * open.count))
            if let url = entry.url {
                bytes += "<bookmark href=\"".utf8
                XBELText.append(XBELText.url(url), to: &bytes)
                bytes += "\" id=\"\(entry.number)\"><title>".utf8
                XBELText.append(XBELText.title(entry.title), to: &bytes)
                bytes += "</title></bookmark>\n".utf8
            } else {
                bytes += "<folder id=\"\(entry.number)\"><title>".utf8
                XBELText.append(XBELText.title(entry.title), to: &bytes)
                bytes += "</title>\n".utf8
                open.append(entry.number)
            }
        }
        while !open.isEmpty { close() }
        bytes += "</xbel>\n".utf8
        return bytes
    }
}
