/// Which versions of a document were made from which.
///
/// A version names the contents that it was made from. The same content may have been there twice:
/// a version is meant that is no later.
public struct VersionHistory: Sendable {
    /// The versions of each content, the earliest first.
    private let versions: [ChunkName: [DocumentVersion]]

    /// The history that these versions tell.
    public init(_ versions: [DocumentVersion]) {
        self.versions = Dictionary(grouping: versions, by: \.content).mapValues { same in
            same.count < 2 ? same : same.sorted { ($0.made, $0.text) < ($1.made, $1.text) }
        }
    }

    /// A version and all that it was made from, as far as they are known.
    public func origins(of version: DocumentVersion) -> Set<DocumentVersion> {
        var found: Set = [version]
        var open = [version]
        while let next = open.popLast() {
            for parent in parents(of: next) where found.insert(parent).inserted {
                open.append(parent)
            }
        }
        return found
    }

    /// The latest version that both were made from; `nil` where none is known.
    public func common(_ a: DocumentVersion, _ b: DocumentVersion) -> DocumentVersion? {
        commons(a, b).last
    }

    /// The versions that both were made from, without those that another of them was made from:
    /// several where two devices merged the same versions in other ways. The earliest first.
    public func commons(_ a: DocumentVersion, _ b: DocumentVersion) -> [DocumentVersion] {
        latest(origins(of: a).intersection(origins(of: b)))
    }

    /// Of versions given with all their origins, those that no other was made from, the earliest
    /// first.
    func latest(_ versions: Set<DocumentVersion>) -> [DocumentVersion] {
        versions.subtracting(versions.flatMap { parents(of: $0) })
            .sorted { ($0.made, $0.text) < ($1.made, $1.text) }
    }

    /// Whether two versions of a note can be merged line by line: both were made from a known one,
    /// or were begun at the same time, from nothing.
    public func canMerge(_ a: DocumentVersion, _ b: DocumentVersion) -> Bool {
        !commons(a, b).isEmpty
            || [a, b].allSatisfy { isBeginningKnown(of: $0) }
    }

    /// How versions in conflict came about.
    func origin(ofConflict sides: [DocumentVersion]) -> DocumentConflict.Origin {
        let pairs = sides.indices.flatMap { first in
            sides[(first + 1)...].map { commons(sides[first], $0) }
        }
        if pairs.isEmpty { return .unknown }
        if pairs.allSatisfy({ !$0.isEmpty }) { return .changed }
        let areBeginningsKnown = sides.allSatisfy { isBeginningKnown(of: $0) }
        return areBeginningsKnown && pairs.allSatisfy(\.isEmpty) ? .begun : .unknown
    }

    /// Whether the first of the versions that one was made from is known.
    private func isBeginningKnown(of version: DocumentVersion) -> Bool {
        origins(of: version).contains(where: \.parents.isEmpty)
    }

    /// The versions whose lines a note in conflict has, the earliest first: those that were merged,
    /// before it was edited or merged again with the marks still inside.
    public func sides(of conflicting: DocumentVersion) -> [DocumentVersion] {
        var seen: Set = [conflicting]
        var open = [conflicting]
        var sides: [DocumentVersion] = []
        while let next = open.popLast() {
            for parent in parents(of: next) where seen.insert(parent).inserted {
                if parent.isConflicting { open.append(parent) } else { sides.append(parent) }
            }
        }
        return sides.sorted { ($0.made, $0.text) < ($1.made, $1.text) }
    }

    /// The versions that one was made from, as far as they are known.
    public func parents(of version: DocumentVersion) -> [DocumentVersion] {
        // Settling a note leaves its content. An edit with the marks began with the one before.
        let isOfOpen = version.isConflicting && version.parents.count == 1
        return version.parents.compactMap { name in
            let earlier = versions[name, default: []].filter {
                $0.made <= version.made && $0 != version
            }
            return isOfOpen ? earlier.last(where: \.isConflicting) ?? earlier.last : earlier.last
        }
    }
}
