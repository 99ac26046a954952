/// HTML elements by their effect on text.
enum ElementNames {
    /// Elements that begin new lines.
    static let blocks: Set<String> = [
        "address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details",
        "dialog", "dir", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form",
        "h1", "h2", "h3", "h4", "h5", "h6", "header", "hgroup", "hr", "html", "legend", "li",
        "listing", "main", "menu", "nav", "noscript", "ol", "optgroup", "p", "pre", "search",
        "section", "summary", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul", "xmp",
    ]
    /// Elements without text.
    static let unwritten: Set<String> = [
        "annotation", "annotation-xml", "applet", "area", "audio", "base", "button", "canvas",
        "col", "colgroup", "datalist", "embed", "frame", "frameset", "head", "iframe", "input",
        "link", "map", "meta", "noembed", "noframes", "object", "optgroup", "option", "param",
        "script", "select", "source", "style", "svg", "template", "textarea", "title", "track",
        "video",
    ]
}
