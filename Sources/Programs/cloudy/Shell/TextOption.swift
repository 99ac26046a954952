import ArgumentParser
import Bookmarks
import DeviceStore
import Glibc

/// The texts that a command takes by options, of which one may be `-` for standard input.
enum TextOption {
    /// What the help says of such an option.
    static let help = "- reads standard input."

    /// Throws when standard input would be read more than once.
    ///
    /// - Parameters:
    ///   - options: what was given to each option, by its name.
    ///   - others: whether something else reads it, too.
    static func check(_ options: [String: String?], others: Bool = false) throws {
        let readers = options.compactMap { $1 == "-" ? "\($0) -" : nil }.sorted()
        guard readers.count + (others ? 1 : 0) > 1 else { return }
        let rest = others ? ", and the ids come from it already" : ""
        throw ValidationError(
            "Standard input can be read once: \(readers.joined(separator: ", "))\(rest). Give one "
                + "of them as a text or as an id.")
    }

    /// The text that an option has: all of standard input for `-`, without the line break at its
    /// end, with which every program ends what it prints.
    ///
    /// On a terminal it is said how to end. Throws `HomeError` for what is not UTF-8, and for
    /// nothing at all where `clearing` says what to type for that: a program that failed writes
    /// nothing, and must not take away what is there.
    static func text(
        _ given: String?, of option: String, clearing: String? = nil
    ) throws -> String? {
        guard given == "-" else { return given }
        if isatty(STDIN_FILENO) != 0 {
            complain("Type the text for \(option). Ctrl-D on an empty line ends it.")
        }
        let bytes: [UInt8]
        do throws(ReadingError) {
            bytes = try readAll(STDIN_FILENO) { $0.count > maximumBytes }
        } catch {
            throw HomeError(
                .damaged, "Standard input cannot be read: \(error). Nothing was changed.")
        }
        guard let text = String(validating: bytes, as: UTF8.self), !text.contains("\0") else {
            throw HomeError(
                .damaged,
                "Standard input is not text in UTF-8, and nothing was changed. To convert it: "
                    + "iconv -t UTF-8")
        }
        if text.isEmpty, let clearing {
            throw HomeError(
                .damaged,
                "Standard input is empty, and nothing was changed. To take the text away: "
                    + clearing)
        }
        let isWhole = text.last?.isNewline == true
        return isWhole ? String(text.dropLast()) : text
    }

    /// More than any field may have; what is longer is refused for that.
    private static let maximumBytes = 1 << 20
}
