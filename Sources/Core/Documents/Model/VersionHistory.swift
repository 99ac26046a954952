/// Which versions of a document were made from which.
///
/// A version names the contents that it was made from. The same content may have been there twice:
/// a version is meant that is no later.
public struct VersionHistory: Sendable {
    private let versions: [DocumentVersion]

    public init(_ versions: [DocumentVersion]) {
        self.versions = versions
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
        let common = origins(of: a).intersection(origins(of: b))
        // None that another one was made from.
        let latest = common.filter { candidate in
            !common.contains { $0 != candidate && origins(of: $0).contains(candidate) }
        }
        return latest.max { ($0.made, $0.text) < ($1.made, $1.text) }
    }

    private func parents(of version: DocumentVersion) -> [DocumentVersion] {
        version.parents.compactMap { name in
            versions.filter {
                $0.content == name && $0.made <= version.made && $0 != version
            }
            .max { ($0.made, $0.text) < ($1.made, $1.text) }
        }
    }
}
