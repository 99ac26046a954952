import ReadableText

/// Pages like those on the web, with one article each and much around it.
enum Pages {
    static let words = """
        The lighthouse keeper wrote every evening, in a small hand, what the sea had done that \
        day, which ships had passed, and how long the lamp had burned before the oil ran low.
        """

    /// Paragraphs that are long enough to be an article.
    static func paragraphs(_ count: Int, _ words: String = words) -> String {
        (1...count).map { "<p>Part \($0). \(words)</p>" }.joined(separator: "\n")
    }

    /// A page of a blog with menus, a cookie banner, share buttons, advertisements and comments.
    static func blog(_ article: String = paragraphs(5)) -> String {
        """
        <!doctype html><html lang="en-GB"><head><title>The Lamp and the Sea | Coast Notes</title>
        <meta name="author" content="Ada Brook"><meta property="og:site_name" content="Coast Notes">
        <script>var menu = "<p>not, a, text</p>";</script>
        <style>p { color: red }</style></head><body>
        <div id="cookie-banner"><p>We use cookies, as all do, and ask you to agree to them now.</p>
        <button>Accept</button></div>
        <nav class="main-menu"><ul><li><a href="/">Home</a><li><a href="/blog">Blog</a></ul></nav>
        <div class="wrap"><div class="post-content"><h1>The Lamp and the Sea</h1>
        \(article)
        <div class="share-buttons"><a href="https://s.example/?u=x">Share this</a></div>
        <div class="ad-break">
        <p>Buy our lamps, they are cheap, and they burn all night long.</p></div>
        </div><div class="sidebar"><h3>Related</h3><ul><li><a href="/a">Another story</a></ul></div>
        <div id="comments"><h3>Comments</h3><div class="comment"><p>I liked this, and I will tell my
        friends, because it is good to read, and short.</p></div></div></div>
        <footer>© Coast Notes, all rights reserved, and so on.</footer></body></html>
        """
    }
}

/// The text of a page of the example's site.
func read(
    _ html: String, charset: String? = nil
) throws(ExtractionFailure) -> ReadablePage {
    try ReadableText.extract(
        html: Array(html.utf8), url: "https://a.example/b/c", charset: charset)
}
