/// Reads documents packed by gzip.
package enum Gzip {
    /// How many bytes it may take to pack a content of `count` bytes.
    package static func longestPacked(_ count: Int) -> Int { count + count / 1000 + (64 << 10) }

    /// The content of a packed document, from all its members. Bytes behind them are ignored.
    ///
    /// - Parameter most: how many bytes it may have.
    package static func document(
        _ packed: [UInt8], most: Int
    ) throws(ImportError) -> [UInt8] {
        guard packed.starts(with: ZipArchive.gzipMagic) else {
            throw ImportError("it is not packed by gzip, as the archive says")
        }
        do throws(ImportError) {
            return try Inflation.members(packed[...], most: most, windowBits: 31) {
                $0.starts(with: ZipArchive.gzipMagic)
            }.content
        } catch  where error == .unpacksTooLarge(most) {
            throw .tooLongDocument(most: most)
        }
    }
}

extension ImportError {
    /// The error for content that unpacks to more than a number of bytes.
    static func unpacksTooLarge(_ most: Int) -> ImportError {
        ImportError("it unpacks to more than the limit of \(most) bytes")
    }
}
