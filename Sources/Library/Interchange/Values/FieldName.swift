/// Names of fields in the spellings of many programs: `dateAdded`, `Date Added`, `date_added`.
enum FieldName {
    /// Returns a name in lower case, with only letters and digits.
    static func plain(_ name: String) -> String {
        if name.utf8.allSatisfy({ 0x61...0x7A ~= $0 || ASCII.isDigit($0) }) { return name }
        var plain = ""
        for scalar in name.lowercased().unicodeScalars
        where scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
            plain.unicodeScalars.append(scalar)
        }
        return plain
    }

    /// The parts of a bookmark by plain name, with a rank that decides between two names of one
    /// part.
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

    /// The rank from which on dates may be the page's: they count only if no other field has the
    /// date added.
    static let vagueRank = 100
    /// The rank of foreign names, after all English names of a part.
    private static let foreignRank = 50

    /// A page's address precedes an API's address, and the person's own words precede the passage
    /// that they marked.
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

    /// Names of dates that do not tell what they date.
    private static let vague =
        ["timestamp", "time", "date", "datetime"] + ForeignNames.vagueDates

    /// Returns the part for a plain name, and the name's rank.
    static func place(_ plain: String) -> (part: RecordMapping.Part, rank: Int)? {
        if let place = common[plain] { return place }
        return vague.firstIndex(of: plain).map { (.added, vagueRank + $0) }
    }

    /// Names of fields with the person's own words. A file with one of them has the page's words in
    /// its descriptions.
    static let personal: Set<String> = {
        let foreign = ForeignNames.notes.split(whereSeparator: \.isWhitespace)
        return Set(foreign.map { plain(String($0)) }).union([
            "notes", "note", "customdescription", "usernote", "usernotes", "documentnote",
            "mynotes", "comment", "memo", "notiz", "kommentar",
        ])
    }()

    /// Fields with a program's internal data, which mean nothing to people.
    static let bookkeeping: Set<String> = [
        "id", "guid", "uuid", "uid", "index", "parentid", "parent", "type", "typecode", "version",
        "hash", "urlhash", "hashedurl", "bookmarkid", "itemid", "checksum", "slug", "children",
        "childrenids", "order", "position",
    ]

    /// Whether a URL under this name is not a saved page: an icon, an API, a vocabulary.
    static func namesOtherResource(_ name: String) -> Bool {
        if name.hasPrefix("@") || name.hasPrefix("$") || name.hasPrefix("_links") { return true }
        let plain = plain(name)
        return others.contains(plain) || hasResourceWord(plain)
    }

    private static func hasResourceWord(_ plain: String) -> Bool {
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
