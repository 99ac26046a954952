import Glibc
import TestSupport
import Testing

/// The pages for people: links work, and no page is a wall of text.
@Suite(.ownThread)
struct PagesTests {
    @Test(arguments: Page.all) func linksLeadToExistingPagesAndHeadings(_ page: Page) {
        for link in page.links {
            guard let target = page.target(of: link.path) else { continue }
            #expect(access("\(Places.repository)/\(target)", F_OK) == 0, "\(page): \(link)")
            if link.heading.isEmpty || !target.hasSuffix(".md") { continue }
            let headings = Page(path: target).headings
            #expect(headings.contains(link.heading), "\(page): \(link)")
        }
    }

    /// A page without a link from another page can't be found.
    @Test func everyPageHasALinkFromAnotherPage() {
        let linked = Set(
            Page.all.flatMap { page in page.links.compactMap { page.target(of: $0.path) } })
        let lost = Page.all.map(\.path).filter { $0.hasPrefix("Docs/") && !linked.contains($0) }
        #expect(lost.isEmpty)
    }

    @Test func pagesNamedInCodeExist() throws {
        let folders = ["Sources", "Tests", "Scripts", "Examples", "Makefile", "Package.swift"]
        let found = try Command(
            "grep",
            ["-rIoE", "Docs/[A-Za-z0-9/-]+\\.[a-z0-9]+"]
                + folders.map { "\(Places.repository)/\($0)" }
        ).run().output.split(separator: "\n")
        #expect(found.count > 30)
        for line in found {
            let name = line.drop { $0 != ":" }.dropFirst()
            #expect(access("\(Places.repository)/\(name)", F_OK) == 0, "\(line)")
        }
    }

    @Test(arguments: [
        ("README.md", 90), ("Docs/Manual.md", 400), ("Docs/SelfHosting.md", 120),
        ("CHANGELOG.md", 60), ("Docs/Internals/Architecture.md", 200),
    ])
    func pagesStayWithinTheirLineLimits(_ path: String, _ most: Int) throws {
        let lines = try contents(of: path).split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count - 1 <= most)
    }

    /// With more pages than this, the important decisions are hard to find.
    @Test func decisionsAreAtMost25AndNumberedWithoutGaps() {
        let names = Page.all.map(\.path).filter { $0.hasPrefix("Docs/Internals/Decisions/0") }
        let numbers = names.compactMap { Int($0.split(separator: "/")[3].prefix(4)) }.sorted()
        #expect(numbers == Array(1...numbers.count))
        #expect(numbers.count <= 25)
    }

    @Test func paragraphsOfTheREADMEHaveAtMost4Lines() throws {
        let lines = try contents(of: "README.md").split(
            separator: "\n", omittingEmptySubsequences: false)
        let paragraphs = lines.split(whereSeparator: { $0.isEmpty || "|- ".contains($0.prefix(1)) })
        #expect(paragraphs.allSatisfy { $0.count <= 4 })
    }
}

/// A page in Markdown.
struct Page: Sendable, CustomStringConvertible {
    struct Link: CustomStringConvertible {
        var path: String
        var heading: String

        var description: String { "\(path)#\(heading)" }
    }

    /// The path relative to the repository's top.
    let path: String
    /// The lines outside of code blocks.
    let lines: [Substring]

    init(path: String) {
        self.path = path
        let text = (try? contents(of: path)) ?? ""
        var isCode = false
        lines = text.split(separator: "\n").filter { line in
            if line.hasPrefix("```") { isCode.toggle() }
            return !isCode
        }
    }

    static let all = (["README.md", "CHANGELOG.md", "CONTRIBUTING.md"] + filesBelow("Docs"))
        .filter { $0.hasSuffix(".md") }.map(Page.init)

    var description: String { path }

    /// The links to other pages, and to headings of this page.
    var links: [Link] {
        lines.flatMap { line in
            let prose = line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
                .map { $0.offset % 2 == 0 ? $0.element : "" }.joined()
            return prose.matches(of: #/\]\(([^):\s]+)\)/#).map { match in
                let parts = match.output.1.split(
                    separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
                return Link(path: String(parts[0]), heading: String(parts.dropFirst().first ?? ""))
            }
        }
    }

    /// The headings, in the form that links use.
    var headings: Set<String> {
        Set(
            lines.filter { $0.hasPrefix("#") }.map { line in
                let text = line.drop { $0 == "#" }.dropFirst().lowercased()
                return String(
                    text.filter { $0.isLetter || $0.isNumber || "-_ ".contains($0) }
                        .map { $0 == " " ? "-" : $0 })
            })
    }

    /// The path, relative to the repository's top, to which a link points.
    func target(of link: String) -> String? {
        if link.isEmpty { return path }
        var parts = path.split(separator: "/").dropLast()
        for part in link.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return parts.joined(separator: "/")
    }
}
