import Interchange

/// A small file of each format, written for these tests.
enum Fixture {
    static let netscape = """
        <!DOCTYPE NETSCAPE-Bookmark-file-1>
        <!-- A <DT><A HREF="https://comment.example/"> in a comment is none. -->
        <TITLE>Bookmarks</TITLE>
        <H1>Bookmarks</H1>
        <DL><p>
            <DT><H3 ADD_DATE="1500000000" PERSONAL_TOOLBAR_FOLDER="true">Bar</H3>
            <DD>What the bar is for
            <DL><p>
                <DT><A HREF="https://a.example/?x=1&amp;y=2" ADD_DATE="1600000000"
                    TAGS="one,two words" ICON="data:x;AA>BB==">A
                    &lt;b&gt; &eacute; page</A>
                <DD>First line
        second &amp; last line

                <HR>
                <DT><H3>TCP/IP</H3>
                <DL><p>
                    <dt><a add_date='1600000000000' HREF=https://b.example>B</a>
                </DL>
            </DL><p>
            <DT><A HREF="https://c.example/" ADD_DATE="1600000000000000" TOREAD="1">C</A>
            <DT><A HREF="place:sort=8">Most visited</A>
            <DT><A ADD_DATE="1">No address</A>
        </DL>
        """

    static let pocketPage = """
        <!DOCTYPE html><html><head><title>Pocket Export</title></head><body>
        <h1>Unread</h1><ul>
        <li><a href="https://a.example/" time_added="1600000000" tags="x,y">A</a></li>
        </ul>
        <h1>Read Archive</h1><ul>
        <li><a href="https://b.example/" time_added="1600000001" tags="">B</a></li>
        </ul></body></html>
        """

    static let firefox = """
        {"guid":"root________","root":"placesRoot","type":"text/x-moz-place-container","children":[
         {"title":"menu","root":"bookmarksMenuFolder","type":"text/x-moz-place-container",
          "children":[
           {"title":"News","type":"text/x-moz-place-container","children":[
            {"title":"A","type":"text/x-moz-place","uri":"https://a.example/",
             "dateAdded":1600000000000000,"tags":"two words,one"},
            {"type":"text/x-moz-place-separator"}]}]},
         {"title":"toolbar","root":"toolbarFolder","typeCode":2,"children":[
           {"title":"B","typeCode":1,"uri":"https://b.example/",
            "annos":[{"name":"bookmarkProperties/description","value":"About B"}]}]},
         {"title":"tags","root":"tagsFolder","typeCode":2,"children":[
           {"title":"one","typeCode":2,"children":[
            {"title":"A","typeCode":1,"uri":"https://a.example/"}]}]}]}
        """

    static let chrome = """
        {"checksum":"x","roots":{"bookmark_bar":{"type":"folder","name":"Bookmarks bar","children":[
          {"type":"url","name":"A","url":"https://a.example/","date_added":"13244473600000000"},
          {"type":"folder","name":"In","children":[
            {"type":"url","name":"B","url":"https://b.example/"}]}]},
         "sync_transaction_version":"1"},"version":1}
        """

    static let safari = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN"
         "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0"><dict>
        <key>Children</key><array>
         <dict><key>Title</key><string>BookmarksBar</string>
          <key>WebBookmarkType</key><string>WebBookmarkTypeList</string>
          <key>Children</key><array>
           <dict><key>URIDictionary</key><dict><key>title</key><string>A &amp; B</string></dict>
            <key>URLString</key><string>https://a.example/</string>
            <key>WebBookmarkType</key><string>WebBookmarkTypeLeaf</string></dict>
          </array></dict>
         <dict><key>Title</key><string>com.apple.ReadingList</string>
          <key>Children</key><array>
           <dict><key>URLString</key><string>https://b.example/</string>
            <key>ReadingList</key><dict><key>DateAdded</key><date>2020-09-13T12:26:40Z</date>
             <key>PreviewText</key><string>About B</string></dict></dict>
          </array></dict>
         <dict><key>WebBookmarkType</key><string>WebBookmarkTypeProxy</string></dict>
        </array></dict></plist>
        """

    static let pinboard = """
        [{"href":"https://a.example/","description":"A","extended":"About A","meta":"1",
          "hash":"2","time":"2020-09-13T12:26:40Z","shared":"yes","toread":"yes","tags":"one two"}]
        """

    static let linkding = """
        {"count":1,"next":null,"results":[{"id":1,"url":"https://a.example/","title":"A",
         "description":"About A","notes":"More","unread":true,"tag_names":["one","two"],
         "date_added":"2020-09-13T12:26:40.5Z"}]}
        """

    static let linkwarden = """
        {"id":1,"name":"me","collections":[
         {"id":1,"name":"Outer","parentId":null,"links":[]},
         {"id":2,"name":"Inner","parentId":1,"links":[
          {"id":9,"name":"A","url":"https://a.example/","description":"About A",
           "createdAt":"2020-09-13T12:26:40.000Z","tags":[{"id":1,"name":"one"}]}]}]}
        """

    static let wallabag = """
        [{"is_archived":0,"is_starred":1,"tags":["one"],"title":"A","url":"https://a.example/",
          "content":"<p>long</p>","created_at":"2020-09-13T14:26:40+02:00","annotations":[]}]
        """

    /// Made from the list of fields in https://developer.raindrop.io/v1/raindrops.
    static let raindropAPI = """
        {"result":true,"items":[
          {"_id":1,"link":"https://a.example/","title":"A","excerpt":"An excerpt","note":"Mine",
           "tags":["one","two words"],"collection":{"$id":-1},"cover":"","type":"article",
           "created":"2020-09-13T12:26:40.000Z","lastUpdate":"2020-09-14T12:26:40.000Z"}],
         "count":1,"collectionId":0}
        """

    /// The fields that each bookmark has at least.
    static let raindropAPIBare = """
        {"items":[{"link":"https://a.example/","title":"A","excerpt":"","tags":["one"],
          "created":"2020-09-13T12:26:40Z","collection":{"$id":7}}]}
        """

    /// Made from the description of GET /api/entries.json in https://app.wallabag.it/api/doc.
    static let wallabagAPI = """
        {"page":1,"limit":30,"pages":1,"total":1,
         "_links":{"self":{"href":"https://app.example/api/entries?page=1"}},
         "_embedded":{"items":[
          {"id":7,"uid":null,"title":"A","url":"https://a.example/","hashed_url":"0a1b",
           "given_url":"https://a.example/?from=mail","is_archived":0,"is_starred":1,
           "content":"<p>long</p>","tags":[{"id":3,"label":"one","slug":"one"}],
           "created_at":"2020-09-13T14:26:40+0200","updated_at":"2020-09-14T14:26:40+0200",
           "annotations":[{"text":"Mine","quote":"long"}],"mimetype":"text/html",
           "_links":{"self":{"href":"/api/entries/7"}}}]}}
        """

    static let omnivore = """
        [{"id":"1","slug":"a-1","title":"A","description":"About A","url":"https://a.example/",
          "state":"Active","labels":["one"],"savedAt":"2020-09-13T12:26:40.000Z"}]
        """

    static let pocket = #"""
        title,url,time_added,cursor,tags,status
        "A, quoted ""page""",https://a.example/,1600000000,,one|two words,unread
        """#

    static let instapaper = #"""
        URL,Title,Selection,Folder,Timestamp,Tags
        https://a.example/,A,About A,Unread,1600000000,"[""one"",""two""]"
        https://b.example/,B,,Later/Soon,1600000001,[]
        """#

    static let raindrop = """
        id,title,note,excerpt,url,folder,tags,created,cover,highlights,favorite
        1,A,"First
        second",An excerpt,https://a.example/,Outer/Inner,"one, two words",2020-09-13T12:26:40Z,,,
        """

    static let xbel = """
        <?xml version="1.0"?>
        <!DOCTYPE xbel PUBLIC "+//IDN python.org//DTD XML Bookmark Exchange Language 1.0//EN//XML"
         "http://www.python.org/topics/xml/dtds/xbel-1.0.dtd">
        <xbel version="1.0"><title>Mine</title>
        <folder><title>Outer</title><desc>About it</desc>
         <bookmark href="https://a.example/?x=1&amp;y=2" added="2020-09-13T12:26:40Z">
          <title>A</title><desc>About A</desc></bookmark>
         <separator/></folder>
        <bookmark href="https://b.example/"><title>B</title></bookmark>
        </xbel>
        """

    static let opml = """
        <?xml version="1.0"?><opml version="2.0"><head><title>x</title></head><body>
        <outline text="Outer"><outline text="A" type="link" url="https://a.example/"
         created="Sun, 13 Sep 2020 12:26:40 GMT" category="one,two"/></outline>
        <outline text="B" type="rss" xmlUrl="https://b.example/feed" htmlUrl="https://b.example/"/>
        </body></opml>
        """

    static let rss = """
        <?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>F</title>
        <link>https://f.example/</link><item><title>A &amp; B</title>
        <link>https://a.example/</link><description><![CDATA[<p>About</p>]]></description>
        <category>one</category><category>two words</category>
        <pubDate>Sun, 13 Sep 2020 12:26:40 +0000</pubDate></item></channel></rss>
        """

    static let atom = """
        <feed xmlns="http://www.w3.org/2005/Atom"><title>F</title><id>urn:f</id>
        <link href="https://f.example/"/>
        <entry><title>A</title><link rel="self" href="https://f.example/1"/>
        <link rel="alternate" href="https://a.example/"/><category term="one"/>
        <updated>2020-09-13T12:26:40Z</updated><summary>About</summary></entry></feed>
        """

    static let favorite = """
        [{000214A0-0000-0000-C000-000000000046}]\r
        Prop3=19,11\r
        [InternetShortcut]\r
        IDList=\r
        URL=https://a.example/?x=1\r
        """

    static let webloc = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN"
         "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0"><dict><key>URL</key><string>https://a.example/</string></dict></plist>
        """

    static let markdown = """
        # Links

        Some words before, without a link.

        ## Outer

        - [A \\[1\\]](https://a.example/x_(y)) #one #two - said of it
          More
          lines
        - <https://b.example/>
        1. See https://c.example/page. ![picture](https://no.example/p.png)
        """

    static let org = """
        #+TITLE: Links
        * Outer
        ** [[https://a.example/][A]]  :one:two:
        :PROPERTIES:
        :CREATED:  [2020-09-13 Sun 12:26]
        :END:
        ** Inner
        - [[https://b.example/]] said of it
        """

    static let urls = """
        # Mine
        https://a.example/ A page

        www.b.example/x
        https://c.example/?a=1,2
        """

    static let csv = "Link;Title;Keywords\nhttps://a.example/;A;one two\n"

    static let jsonLines = """
        {"url":"https://a.example/","title":"A"}
        {"url":
        {"link":"https://b.example/","name":"B","tags":["one"]}
        """

    static let cloudy = """
        [{"added":1600000000.25,"device":"laptop","folder":"Outer","id":"abcdefghjkmnp",
          "modified":1600000001,"name":"A  B","notes":" x","tags":["one"],
          "url":"https://a.example/"}]
        """

    /// All fixtures, for tests that damage them.
    static let all: [String] = [
        netscape, pocketPage, firefox, chrome, safari, pinboard, linkding, linkwarden, wallabag,
        omnivore, pocket, instapaper, raindrop, xbel, opml, rss, atom, favorite, webloc, markdown,
        org, urls, csv, jsonLines,
        cloudy,
    ]
}

extension ParsedImport {
    /// The URLs, in the order of the file.
    var urls: [String] { bookmarks.map(\.url) }

    /// The bookmark of a URL.
    subscript(_ url: String) -> ImportedBookmark? { bookmarks.first { $0.url == url } }
}

func read(
    _ text: String, as format: ImportFormat? = nil, mapping: RecordMapping? = nil
) throws -> ParsedImport {
    try Importer.read(Array(text.utf8), as: format, mapping: mapping)
}
