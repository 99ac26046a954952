public import Replication

/// Merges the versions of a note that several devices wrote at the same time, line by line.
///
/// Any device that merges the same versions gets the same result, so it does not matter which
/// device merges, or whether several do. Notes that were begun at the same time, from nothing, are
/// in conflict as a whole. Other versions without a common one stay beside each other until a
/// person chooses.
public struct NoteMerging {
    /// The result of a merge.
    public enum Outcome: Sendable, Hashable {
        case nothing
        /// The merged note, with the rivals that are left.
        case merged(Document)
        /// A content is missing.
        case waiting
    }

    private let content: (DocumentVersion) async throws -> [UInt8]?
    private let keep: ([UInt8]) throws -> ChunkName

    /// - Parameters:
    ///   - content: returns the content of a version; `nil` if it is not available yet.
    ///   - keep: keeps a content, and returns its name.
    public init(
        content: @escaping (DocumentVersion) async throws -> [UInt8]?,
        keep: @escaping ([UInt8]) throws -> ChunkName
    ) {
        self.content = content
        self.keep = keep
    }

    /// Merges the rivals of a note into the shown version.
    public func merge(_ note: Document) async throws -> Outcome {
        var note = note
        // A merged version names its rivals as parents, so these must stay in the list.
        let others = note.named.filter { $0 != note.head }
        note.versions =
            [note.head] + others.sorted { ($1.made, $1.text) < ($0.made, $0.text) }
        var left: [DocumentVersion] = []
        for rival in note.rivals.sorted(by: { $0.text < $1.text }) {
            let history = VersionHistory(note.versions + note.rivals)
            if history.origins(of: note.head).contains(rival) { continue }
            if history.origins(of: rival).contains(note.head) {
                note.head = rival
                continue
            }
            guard history.canMerge(note.head, rival) else {
                left.append(rival)
                continue
            }
            guard let merged = try await merged(note.head, rival, history) else { return .waiting }
            note.head = merged
            // Redo may bring back an earlier result of this merge.
            note.versions = [merged] + note.versions.filter { $0 != merged }
        }
        if left.count == note.rivals.count { return .nothing }
        note.rivals = left
        return .merged(note)
    }

    /// Returns the text that two versions were made from; `nil` if a content is missing. Several
    /// common versions are merged first: otherwise a line that was removed after one of them would
    /// look like a new line.
    ///
    /// - Parameters:
    ///   - commons: the versions that both were made from, at least one.
    ///   - known: the texts computed so far, as the history may branch at each step back.
    private func base(
        _ commons: [DocumentVersion], _ history: VersionHistory,
        _ known: inout [[DocumentVersion]: [UInt8]]
    ) async throws -> [UInt8]? {
        if let text = known[commons] { return text }
        guard var text = try await content(commons[0]) else { return nil }
        var merged = history.origins(of: commons[0])
        for next in commons.dropFirst() {
            let origins = history.origins(of: next)
            let roots = history.latest(merged.intersection(origins))
            guard let other = try await content(next) else { return nil }
            let sides = [text, other].map { LineMerge.Side($0, label: "") }
            if roots.isEmpty {
                // The text is their merge without marks, so that marks count as added to it.
                text = LineMerge(unrelated: sides[0], sides[1], marksConflict: false).content
            } else {
                guard let root = try await base(roots, history, &known) else { return nil }
                text =
                    LineMerge(base: root, sides[0], sides[1], isBaseMerged: roots.count > 1)
                    .content
            }
            merged.formUnion(origins)
        }
        known[commons] = text
        return text
    }

    /// Returns the merge of two versions; `nil` if a content is missing.
    private func merged(
        _ one: DocumentVersion, _ other: DocumentVersion, _ history: VersionHistory
    ) async throws -> DocumentVersion? {
        let sides = [one, other].sorted(by: DocumentVersion.isEarlier)
        guard let merge = try await lines(sides, history) else { return nil }
        // One side may have marks from before, unless the other side settled that conflict.
        let isSettled = sides.contains { side in
            !side.isConflicting && history.origins(of: side).contains(where: \.isConflicting)
        }
        let isOpen =
            sides.contains(where: \.isConflicting) && !isSettled && merge.content.hasConflictMarks
        let devices = Set(sides.flatMap { $0.device.split(separator: " + ") })
        return DocumentVersion(
            content: try keep(merge.content), length: merge.content.count,
            made: DocumentVersion.moment(ofMerging: sides),
            device: devices.sorted().joined(separator: " + "),
            parents: sides.map(\.content), isConflicting: merge.conflicts > 0 || isOpen)
    }

    /// Returns the merged lines of two versions; `nil` if a content is missing. If two notes were
    /// begun at the same time, no common line shows where the lines of the other one belong.
    private func lines(
        _ sides: [DocumentVersion], _ history: VersionHistory
    ) async throws -> LineMerge? {
        let commons = history.commons(sides[0], sides[1])
        var known: [[DocumentVersion]: [UInt8]] = [:]
        let base = commons.isEmpty ? [] : try await base(commons, history, &known)
        guard let base, let first = try await content(sides[0]),
            let second = try await content(sides[1])
        else { return nil }
        let labels = DocumentVersion.labels(sides)
        let (one, other) = (
            LineMerge.Side(first, label: labels[0]), LineMerge.Side(second, label: labels[1])
        )
        return commons.isEmpty
            ? LineMerge(unrelated: one, other)
            : LineMerge(base: base, one, other, isBaseMerged: commons.count > 1)
    }
}

extension Document {
    /// Returns the fields and lost values of the record when this merged document replaces its
    /// value.
    public func merged(
        into record: Record
    ) -> (fields: [String: PropertyListValue], superseded: [SupersededValue]) {
        let unmerged = record.superseded.filter { value in
            value.field == Self.headField && rivals.contains { $0.text == value.value?.string }
        }
        var fields = record.value?.dictionary ?? [:]
        let own = self.fields
        for field in [Self.headField] + Self.sets { fields[field] = own[field] }
        return (fields, Self.settled(record.superseded) + unmerged)
    }
}

extension DocumentVersion {
    /// Returns the time of a merge: the first one that is later than both versions.
    static func moment(ofMerging sides: [DocumentVersion]) -> Double {
        moment(0, after: sides)
    }

    /// Returns whether ``NoteMerging`` made this version of two others, not a person.
    public func isMerge(of sides: [DocumentVersion]) -> Bool {
        sides.count == 2 && parents.count == 2
            && abs(made - Self.moment(ofMerging: sides)) < 0.0005
    }
}
