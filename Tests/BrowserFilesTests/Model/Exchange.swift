import BrowserFiles

/// The requests of a sync of floccus 5.9.2, in order.
struct Exchange {
    let credential: String
    let file: String
    let send: (BrowserRequest) throws -> BrowserAnswer

    /// An answer that ends the sync.
    struct Refusal: Error {
        var status: Int
    }

    private func ask(
        _ method: String, _ suffix: String, body: [UInt8] = [], to target: String? = nil
    ) throws -> BrowserAnswer {
        try send(
            BrowserRequest(
                method, "/dav/\(file)\(suffix)", credential: credential, body: body,
                depth: method == "PROPFIND" ? "0" : nil,
                destination: target.map { "http://127.0.0.1:8080/dav/\($0)" },
                overwrite: target == nil ? nil : "T"))
    }

    /// Returns `false` if another browser has the lock.
    func takeLock() throws -> Bool {
        let found = try ask("GET", ".lock").status
        if found == 200 { return false }
        guard found == 404 else { throw Refusal(status: found) }
        let put = try ask("PUT", ".lock", body: Array("<html></html>".utf8)).status
        if put == 423 || put == 409 { return false }
        guard put < 300 else { throw Refusal(status: put) }
        return true
    }

    func download() throws -> XBELFile {
        let answer = try ask("GET", "")
        guard answer.status == 200 else { throw Refusal(status: answer.status) }
        guard answer.body.starts(with: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>".utf8) else {
            throw Refusal(status: 34)
        }
        try checkSize("", answer.body.count)
        return try XBELFile(reading: answer.body)
    }

    /// Checks that the size can be found as floccus does it: with a pattern, on one line.
    private func checkSize(_ suffix: String, _ wanted: Int) throws {
        let answer = try ask("PROPFIND", suffix)
        guard answer.status == 207 else { throw Refusal(status: answer.status) }
        let text = String(decoding: answer.body, as: UTF8.self)
        let line = text.split(separator: "\n").first { $0.contains("getcontentlength>") }
        let size = line?.split(separator: ">").dropFirst().first?.prefix { $0.isNumber }
        guard size == "\(wanted)" else { throw Refusal(status: 41) }
    }

    func upload(_ file: XBELFile) throws {
        let bytes = file.bytes
        let put = try ask("PUT", ".temp", body: bytes).status
        guard put < 300 else { throw Refusal(status: put) }
        try checkSize(".temp", bytes.count)
        let moved = try ask("MOVE", ".temp", to: self.file).status
        guard moved < 300 else { throw Refusal(status: moved) }
        try checkSize("", bytes.count)
    }

    func releaseLock() throws {
        let status = try ask("DELETE", ".lock").status
        guard [200, 204, 404].contains(status) else { throw Refusal(status: status) }
    }
}
