/// Names of fields in the spellings of all programs: `dateAdded`, `Date Added`, `date_added`.
enum FieldName {
    /// A name in lower case, with nothing but its letters and digits.
    static func plain(_ name: String) -> String {
        if name.utf8.allSatisfy({ 0x61...0x7A ~= $0 || ASCII.isDigit($0) }) { return name }
        var plain = ""
        for scalar in name.lowercased().unicodeScalars
        where scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
            plain.unicodeScalars.append(scalar)
        }
        return plain
    }

    /// The parts of a bookmark by the plain names that programs have for them, and which of two
    /// names of one part comes first.
    static let common: [String: (part: RecordMapping.Part, rank: Int)] = {
        var table: [String: (part: RecordMapping.Part, rank: Int)] = [:]
        for (part, names) in parts {
            for (rank, name) in names.split(whereSeparator: \.isWhitespace).enumerated() {
                table[String(name)] = (part, rank)
            }
        }
        for (part, names) in ForeignNames.all {
            for (rank, name) in names.split(whereSeparator: \.isWhitespace).enumerated() {
                table[plain(String(name))] = (part, foreignRank + rank)
            }
        }
        return table
    }()

    /// Dates of this rank and beyond may be those of the page and not of the bookmark: they count
    /// only where nothing else says when it was added.
    static let vagueRank = 100
    /// After all English names of a part.
    private static let foreignRank = 50

    /// The page of a thing comes before its address for programs, and the person's own words come
    /// before what they marked.
    private static let parts: [(RecordMapping.Part, String)] = [
        (
            .url,
            """
            htmlurl weburl pageurl url uri href link address savedurl bookmarkurl linkurl websiteurl
            website webpage resolvedurl givenurl articleurl originalurl sourceurl targeturl
            permalink
            """
        ),
        (
            .name,
            """
            customtitle title name text label pagetitle savedtitle bookmarktitle bookmarkname
            linktitle linkname displaytitle displayname fulltitle fullname headline heading subject
            caption titel namewithowner pathwithnamespace
            """
        ),
        (
            .tags,
            """
            tags tagnames taglist tag labels labelnames topics keywords categories documenttags
            manualtags automatictags usertags mytags hashtags
            """
        ),
        (
            .notes,
            """
            notes note customdescription usernote usernotes documentnote mynotes comment comments
            extended selection highlights highlight annotations annotation quote remark remarks
            memo notiz kommentar
            """
        ),
        (
            .description,
            """
            pagedescription sitedescription websitedescription metadescription ogdescription
            excerpt abstract abstractnote
            """
        ),
        (.about, "description desc summary"),
        (
            .folder,
            """
            folder folders folderpath foldername path collection collectionname category
            categoryname group groupname list listname notebook directory
            """
        ),
        (.lists, "collections lists"),
        (
            .added,
            """
            added dateadded addedat addedon timeadded adddate datebookmarked bookmarkedat
            bookmarkedon bookmarkdate starredat savedat savedon saveddate datesaved timesaved
            insertedat created createdat createdon datecreated createddate creationdate timecreated
            importdate lastinteractiondate
            """
        ),
        (
            .modified,
            """
            modified updated updatedat updatedon datemodified modifiedat modifiedon lastmodified
            lastmodifiedat lastupdate lastupdated dateupdated datelastmodified modifieddate
            """
        ),
        (.unread, "unread isunread toread readlater inqueue isinqueue"),
        (.archived, "archived isarchived"),
        (.isRead, "read isread"),
        (.status, "status state location readstatus readingstatus readstate"),
    ]

    /// Names of dates that say nothing of what happened then.
    private static let vague =
        ["timestamp", "time", "date", "datetime"] + ForeignNames.vagueDates

    /// The part that a plain name stands for, and its rank among the names of that part.
    static func place(_ plain: String) -> (part: RecordMapping.Part, rank: Int)? {
        if let place = common[plain] { return place }
        return vague.firstIndex(of: plain).map { (.added, vagueRank + $0) }
    }

    /// In these a program keeps the person's own words, so that its descriptions are the pages'.
    static let personal: Set<String> = {
        let foreign = ForeignNames.notes.split(whereSeparator: \.isWhitespace)
        return Set(foreign.map { plain(String($0)) }).union([
            "notes", "note", "customdescription", "usernote", "usernotes", "documentnote",
            "mynotes", "comment", "memo", "notiz", "kommentar",
        ])
    }()

    /// By these a program finds its own records again; to people they say nothing.
    static let bookkeeping: Set<String> = [
        "id", "guid", "uuid", "uid", "index", "parentid", "parent", "type", "typecode", "version",
        "hash", "urlhash", "hashedurl", "bookmarkid", "itemid", "checksum", "slug", "children",
        "childrenids", "order", "position",
    ]

    /// Whether a URL at such a name is that of something else than a page that was kept: an icon,
    /// an interface for programs, a vocabulary.
    static func isNoPage(_ name: String) -> Bool {
        if name.hasPrefix("@") || name.hasPrefix("$") || name.hasPrefix("_links") { return true }
        let plain = plain(name)
        return others.contains(plain) || parts(of: plain)
    }

    private static func parts(of plain: String) -> Bool {
        ["icon", "image", "avatar", "thumb", "logo", "banner", "apiurl", "schema", "endpoint"]
            .contains { plain.contains($0) }
    }

    private static let others: Set<String> = [
        "api", "sync", "server", "settings", "config", "options", "preferences", "meta",
        "metadata", "context", "account", "user", "owner", "author", "profile", "cover", "preview",
        "screenshot", "img", "picture", "photo", "self", "next", "prev", "previous", "first",
        "last", "feedurl", "xmlurl", "source", "generator", "license", "archiveurl", "giturl",
        "cloneurl", "sshurl", "svnurl", "hooksurl", "history",
    ]
}
