import ArgumentParser
import Bookmarks
import DeviceStore
import Glibc

/// The texts that a command takes by options, of which one may be `-` for standard input.
enum TextOption {
    /// The help's words for such an option.
    static let help = "- reads standard input."

    /// Throws when standard input would be read more than once.
    ///
    /// - Parameters:
    ///   - options: the value of each option, by its name.
    ///   - others: whether something else reads it, too.
    static func check(_ options: [String: String?], others: Bool = false) throws {
        let readers = options.compactMap { $1 == "-" ? "\($0) -" : nil }.sorted()
        guard readers.count + (others ? 1 : 0) > 1 else { return }
        let rest = others ? ", and the ids already come from it" : ""
        throw ValidationError(
            "Standard input can only be read once: \(readers.joined(separator: ", "))\(rest). Type "
                + "one of them as text or as an id.")
    }

    /// The text that an option has: all of standard input for `-`, without the line break at its
    /// end, with which every program ends its output.
    ///
    /// On a terminal it is said how to end. Throws `HomeError` for bytes that are not UTF-8, and
    /// for empty input where `clearing` says what to type for that: a program that failed writes
    /// nothing, and must not take away what is there.
    static func text(
        _ given: String?, of option: String, clearing: String? = nil
    ) throws -> String? {
        guard given == "-" else { return given }
        if isatty(STDIN_FILENO) != 0 {
            complain("Type the text for \(option). To finish, press Ctrl-D on an empty line.")
        }
        let bytes: [UInt8]
        do throws(ReadingError) {
            bytes = try readAll(STDIN_FILENO) { $0.count > maximumBytes }
        } catch {
            throw HomeError(
                .damaged, "Cannot read standard input: \(error). Nothing was changed.")
        }
        guard let text = String(validating: bytes, as: UTF8.self), !text.contains("\0") else {
            throw HomeError(
                .damaged,
                "Standard input is not UTF-8 text, and nothing was changed. To convert it: iconv "
                    + "-t UTF-8")
        }
        if text.isEmpty, let clearing {
            throw HomeError(
                .damaged,
                "Standard input is empty, and nothing was changed. To clear the text: "
                    + clearing)
        }
        let isWhole = text.last?.isNewline == true
        return isWhole ? String(text.dropLast()) : text
    }

    /// More than any field may have; a longer text is refused.
    private static let maximumBytes = 1 << 20
}
