/// The history of a document: which versions were made from which.
///
/// A version names the contents that it was made from. The same content may occur in several
/// versions; the latest one that is not later than the new version counts.
public struct VersionHistory: Sendable {
    /// The versions with each content, the earliest first.
    private let versions: [ChunkName: [DocumentVersion]]

    /// Makes the history of these versions.
    public init(_ versions: [DocumentVersion]) {
        self.versions = Dictionary(grouping: versions, by: \.content).mapValues { same in
            same.count < 2 ? same : same.sorted(by: DocumentVersion.isEarlier)
        }
    }

    /// Returns a version and all that it was made from, as far as they are known.
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

    /// Returns the latest common versions: those that both were made from, except ancestors of
    /// other common versions. There are several if two devices merged the same versions
    /// differently. The earliest is first.
    public func commons(_ a: DocumentVersion, _ b: DocumentVersion) -> [DocumentVersion] {
        latest(origins(of: a).intersection(origins(of: b)))
    }

    /// Of versions with all their origins, returns those that no other was made from, the earliest
    /// first.
    func latest(_ versions: Set<DocumentVersion>) -> [DocumentVersion] {
        versions.subtracting(versions.flatMap { parents(of: $0) })
            .sorted(by: DocumentVersion.isEarlier)
    }

    /// Returns whether two versions of a note can be merged line by line: both were made from a
    /// known one, or both were begun from nothing.
    public func canMerge(_ a: DocumentVersion, _ b: DocumentVersion) -> Bool {
        !commons(a, b).isEmpty
            || [a, b].allSatisfy { isBeginningKnown(of: $0) }
    }

    /// Returns the origin of a conflict between versions.
    func origin(ofConflict sides: [DocumentVersion]) -> DocumentConflict.Origin {
        let pairs = sides.indices.flatMap { first in
            sides[(first + 1)...].map { commons(sides[first], $0) }
        }
        if pairs.isEmpty { return .unknown }
        if pairs.allSatisfy({ !$0.isEmpty }) { return .changed }
        let areBeginningsKnown = sides.allSatisfy { isBeginningKnown(of: $0) }
        return areBeginningsKnown && pairs.allSatisfy(\.isEmpty) ? .begun : .unknown
    }

    /// Returns whether the first version in a version's history is known.
    private func isBeginningKnown(of version: DocumentVersion) -> Bool {
        origins(of: version).contains(where: \.parents.isEmpty)
    }

    /// Returns the versions whose lines a note in conflict contains, the earliest first: those that
    /// were merged before later edits and merges that kept the marks.
    public func sides(of conflicting: DocumentVersion) -> [DocumentVersion] {
        var seen: Set = [conflicting]
        var open = [conflicting]
        var sides: [DocumentVersion] = []
        while let next = open.popLast() {
            for parent in parents(of: next) where seen.insert(parent).inserted {
                if parent.isConflicting { open.append(parent) } else { sides.append(parent) }
            }
        }
        return sides.sorted(by: DocumentVersion.isEarlier)
    }

    /// Returns the versions that a version was made from, as far as they are known.
    public func parents(of version: DocumentVersion) -> [DocumentVersion] {
        // Settling a note keeps its content, so two versions may have it. An edit that still has
        // the marks was made from the one before the settlement.
        let isOfOpen = version.isConflicting && version.parents.count == 1
        return version.parents.compactMap { name in
            let earlier = versions[name, default: []].filter {
                $0.made <= version.made && $0 != version
            }
            return isOfOpen ? earlier.last(where: \.isConflicting) ?? earlier.last : earlier.last
        }
    }
}
