import Replication

extension Backup {
    /// The largest backup that Cloudy reads, in bytes: enough for more than a million bookmarks.
    public static let maximumBytes = 2 << 30

    /// Reads the undamaged part of a backup, and reports the damage.
    ///
    /// Throws for a file that is not a backup, and for a backup from a newer version.
    public static func read(
        _ bytes: [UInt8]
    ) throws(ImportError) -> (backup: Backup, damage: [ImportNote]) {
        var backup: Backup?
        var damage: [ImportNote] = []
        var hasEnd = false
        var start = 0
        var place = 0
        for (number, line) in Lines(bytes) {
            defer { place += line.count + 1 }
            if line.isEmpty { continue }
            guard backup != nil else {
                backup = try header(line)
                start = line.count + 1
                continue
            }
            do throws(ImportError) {
                let node = try JSONReader.value(Array(line))
                if let end = node["end"] {
                    hasEnd = true
                    let isWhole = node["check"]?.string == check(bytes[start..<place])
                    if !isWhole, damage.isEmpty {
                        let count = end.text ?? "?"
                        damage.append(
                            ImportNote(
                                line: number,
                                reason: "the lines before differ from the \(count) that were "
                                    + "written"))
                    }
                } else if let id = node["id"]?.string, let fields = node["fields"] {
                    backup?.bookmarks[id] = try dictionary(fields)
                    if let note = node["note"] { backup?.notes[id] = try Self.note(note) }
                } else {
                    throw ImportError("this is not a bookmark of a backup")
                }
            } catch {
                damage.append(ImportNote(line: number, reason: error.message))
            }
        }
        guard let backup else { throw ImportError("the file is empty") }
        if !hasEnd { damage.append(ImportNote(line: 0, reason: "the end of the file is missing")) }
        return (backup, damage)
    }

    /// Throws if a text is a backup, whose bookmarks must be restored instead of imported.
    static func refuse(_ text: [UInt8]) throws(ImportError) {
        guard text.starts(with: Self.beginning.utf8) else { return }
        throw ImportError("this is a backup of Cloudy", advice: .restoreBackup)
    }

    private static func header(_ line: ArraySlice<UInt8>) throws(ImportError) -> Backup {
        let noBackup = ImportError(
            "this is not a backup of Cloudy. To import other files: cloudy import FILE")
        let node: Node
        do throws(ImportError) { node = try JSONReader.value(Array(line)) } catch { throw noBackup }
        guard node["cloudy"]?.string == "backup",
            let version = node["version"]?.text.flatMap(Int.init)
        else { throw noBackup }
        guard version <= Self.version else {
            throw ImportError("made by a newer version of Cloudy: update Cloudy and try again")
        }
        return Backup(
            device: node["device"]?.string ?? "", account: node["account"]?.string ?? "",
            made: node["made"]?.text.flatMap(Double.init) ?? 0, bookmarks: [:])
    }

    private static func dictionary(
        _ node: Node
    ) throws(ImportError) -> [String: PropertyListValue] {
        guard let members = node.members else { throw ImportError("the fields are not an object") }
        var fields: [String: PropertyListValue] = [:]
        for (name, member) in members { fields[name] = try value(member, depth: 1) }
        return fields
    }

    private static func value(
        _ node: Node, depth: Int
    ) throws(ImportError) -> PropertyListValue {
        guard depth <= PropertyListValue.maximumDepth else {
            throw ImportError("values are nested too deep")
        }
        switch node.value {
        case .string(let string): return .string(string)
        case .bool(let truth): return .boolean(truth)
        case .array(let nodes):
            var values: [PropertyListValue] = []
            for node in nodes { values.append(try value(node, depth: depth + 1)) }
            return .array(values)
        case .object(let members):
            guard members.count == 1, let member = members.first else { break }
            if let value = try typed(member.key, member.node, depth: depth) { return value }
        default: break
        }
        throw ImportError("a value has an unknown type")
    }

    /// Returns an object with the type's name around a value.
    private static func typed(
        _ type: String, _ node: Node, depth: Int
    ) throws(ImportError) -> PropertyListValue? {
        switch type {
        case "integer": return node.string.flatMap(Int64.init).map { .integer($0) }
        case "unsigned": return node.string.flatMap(UInt64.init).map { .unsigned(exactly: $0) }
        case "referenceDate":
            return node.string.flatMap(Double.init).map { .date(sinceReference: $0) }
        case "real": return node.string.flatMap(Double.init).map { .real($0) }
        case "date": return node.string.flatMap(Double.init).map { .date($0) }
        case "data": return node.string.flatMap(octets).map { .data($0) }
        case "dictionary":
            var fields: [String: PropertyListValue] = [:]
            for (name, member) in node.members ?? [] {
                fields[name] = try value(member, depth: depth + 1)
            }
            return .dictionary(fields)
        default: return nil
        }
    }
}
