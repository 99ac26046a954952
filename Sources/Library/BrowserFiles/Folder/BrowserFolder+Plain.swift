extension BrowserFolder {
    /// Answers requests for plain files, and for the folder itself.
    mutating func plain(
        _ request: BrowserRequest, _ path: BrowserPath, _ now: Int64,
        _ library: any BrowserLibrary
    ) throws -> BrowserAnswer {
        let there = try plain.file(at: path.names)
        switch request.method {
        case "GET", "HEAD": return try content(path, there)
        case "PROPFIND": return try list(request, path, there, now, library)
        default: break
        }
        guard request.canWrite else { return Self.noWriting }
        if path.names.isEmpty { return Self.notAllowed }
        let hasParent = try plain.file(at: path.parent.names)?.isCollection == true
        switch request.method {
        case "PUT":
            if path.hasSlash || there?.isCollection == true { return Self.notAllowed }
            if !hasParent { return Self.noParent }
            try plain.write(request.body, at: path.names, time: now)
            return BrowserAnswer(there == nil ? 201 : 204)
        case "MKCOL":
            if there != nil { return Self.notAllowed }
            if !hasParent { return Self.noParent }
            if !request.body.isEmpty { return BrowserAnswer(415) }
            try plain.makeCollection(at: path.names, time: now)
            return BrowserAnswer(201)
        case "DELETE":
            if there == nil { return BrowserAnswer(404) }
            try plain.remove(at: path.names)
            return BrowserAnswer(204)
        default: return Self.notAllowed
        }
    }

    static let noParent = BrowserAnswer(
        409, because: "Its parent folder is missing. Create that first.")

    private func content(_ path: BrowserPath, _ there: PlainFile?) throws -> BrowserAnswer {
        guard let there else { return BrowserAnswer(404) }
        if there.isCollection {
            return BrowserAnswer(
                200, headers: ["Content-Type": "text/plain; charset=utf-8"],
                body: Array("A folder for browsers. Sync with bookmarks.xbel in it.\n".utf8))
        }
        return BrowserAnswer(
            200,
            headers: [
                // Saved pages are only for the programs that saved them: if a browser showed them,
                // their scripts would run with the rights of Cloudy's own page.
                "Content-Type": "application/octet-stream",
                "Content-Disposition": "attachment",
                "Content-Security-Policy": "sandbox; default-src 'none'",
                "X-Content-Type-Options": "nosniff",
                "ETag": "\"\(String(there.tag, radix: 16))\"",
                "Last-Modified": FileDate.text(there.modified),
            ], body: try plain.bytes(at: path.names) ?? [])
    }

    private mutating func list(
        _ request: BrowserRequest, _ path: BrowserPath, _ there: PlainFile?, _ now: Int64,
        _ library: any BrowserLibrary
    ) throws -> BrowserAnswer {
        guard let there else { return BrowserAnswer(404) }
        var listing = Listing(items: [Self.item(path, there)])
        guard there.isCollection, request.depth != "0" else {
            return listing.answer(under: prefix)
        }
        if path.names.isEmpty {
            let names = Set(try library.fileNames() + ["bookmarks.xbel"]).sorted()
            for name in names {
                if let item = try item(name, request.credential, now, library) {
                    listing.items.append(item)
                }
            }
        }
        for name in try plain.names(in: path.names) {
            let path = BrowserPath(path.names + [name])
            if let file = try plain.file(at: path.names) {
                listing.items.append(Self.item(path, file))
            }
        }
        return listing.answer(under: prefix)
    }

    private static func item(_ path: BrowserPath, _ file: PlainFile) -> Listing.Item {
        Listing.Item(
            path: path, isCollection: file.isCollection, length: file.length,
            modified: file.modified, tag: file.tag, type: "application/octet-stream")
    }

    mutating func transferPlain(
        _ request: BrowserRequest, _ source: BrowserPath, _ target: BrowserPath,
        _ overwrites: Bool, _ now: Int64
    ) throws -> BrowserAnswer {
        guard try plain.file(at: source.names) != nil else { return BrowserAnswer(404) }
        guard try plain.file(at: target.parent.names)?.isCollection == true else {
            return Self.noParent
        }
        if target.isWithin(source) || source.isWithin(target) {
            return BrowserAnswer(403, because: "One of the two is in the other.")
        }
        let there = try plain.file(at: target.names)
        if there != nil, !overwrites { return BrowserAnswer(412) }
        try plain.copy(
            from: source.names, to: target.names, isMove: request.method == "MOVE",
            isShallow: request.depth == "0", time: now)
        return BrowserAnswer(there == nil ? 201 : 204)
    }
}
