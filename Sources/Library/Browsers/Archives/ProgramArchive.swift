public import Interchange

/// Archives of programs that keep bookmarks with saved pages and files.
public enum ProgramArchive {
    private struct Kind {
        var format: ImportFormat
        /// The name of the program's database.
        var database: String
        /// Reads an archive; returns `nil` if the files are not the program's.
        var read: @Sendable (any ArchiveFiles) throws -> ParsedImport?
    }

    private static let kinds = [
        Kind(format: .linkdingData, database: LinkdingArchive.database) {
            try LinkdingArchive.read($0)
        },
        Kind(format: .shiori, database: ShioriArchive.database) { try ShioriArchive.read($0) },
        Kind(format: .archiveBox, database: ArchiveBoxArchive.database) {
            try ArchiveBoxArchive.read($0)
        },
    ]

    /// Reads a folder, if it is an archive of a known program.
    ///
    /// - Parameters:
    ///   - format: the required format; `nil` for any.
    ///   - mapping: the mapping of fields, which archives do not support.
    public static func read(
        folder path: String, as format: ImportFormat? = nil, mapping: RecordMapping? = nil
    ) throws(ImportError) -> ParsedImport? {
        guard let files = FolderArchive(path) else { return nil }
        return try read(files, as: format, mapping)
    }

    /// Reads a zip file, if it contains an archive of a known program.
    public static func read(
        zip path: String, as format: ImportFormat? = nil, mapping: RecordMapping? = nil
    ) throws(ImportError) -> ParsedImport? {
        guard let file = try ZipFile(path: path) else { return nil }
        return try read(ZipFolder(file), as: format, mapping)
    }

    /// Reads the archive with this database and the files next to it.
    public static func read(
        database path: String, as format: ImportFormat? = nil, mapping: RecordMapping? = nil
    ) throws(ImportError) -> ParsedImport? {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        guard kinds.contains(where: { $0.database == name }) else { return nil }
        let folder = path.dropLast(name.count)
        return try read(
            folder: folder.isEmpty ? "." : String(folder), as: format, mapping: mapping)
    }

    private static func read(
        _ files: any ArchiveFiles, as format: ImportFormat?, _ mapping: RecordMapping?
    ) throws(ImportError) -> ParsedImport? {
        for kind in kinds where format ?? kind.format == kind.format {
            let found: ParsedImport?
            do { found = try kind.read(files) } catch { throw ArchiveDatabase.unreadable(error) }
            if let found { return try found.checked(mapping) }
        }
        guard let format, kinds.contains(where: { $0.format == format }) else { return nil }
        throw ImportError(
            "this is not the \(format.title). Name the folder that has its database, or a zip "
                + "archive of that.")
    }
}
