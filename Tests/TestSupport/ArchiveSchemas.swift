/// The tables of other programs after their own migrations, as far as our readers use them.
public enum ArchiveSchemas {
    /// linkding's tables, after `bookmarks/migrations` up to 0054.
    public static let linkding = """
        CREATE TABLE bookmarks_tag(id integer NOT NULL PRIMARY KEY AUTOINCREMENT,
            name varchar(64) NOT NULL, date_added datetime NOT NULL, owner_id integer NOT NULL);
        CREATE TABLE bookmarks_bookmark(id integer NOT NULL PRIMARY KEY AUTOINCREMENT,
            url varchar(2048) NOT NULL, url_normalized varchar(2048) NOT NULL,
            title varchar(512) NOT NULL, description text NOT NULL, notes text NOT NULL,
            website_title varchar(512), website_description text,
            web_archive_snapshot_url varchar(2048) NOT NULL, favicon_file varchar(512) NOT NULL,
            preview_image_file varchar(512) NOT NULL, unread bool NOT NULL,
            is_archived bool NOT NULL, shared bool NOT NULL, date_added datetime NOT NULL,
            date_modified datetime NOT NULL, date_accessed datetime, owner_id integer NOT NULL,
            latest_snapshot_id integer);
        CREATE TABLE bookmarks_bookmark_tags(id integer NOT NULL PRIMARY KEY AUTOINCREMENT,
            bookmark_id integer NOT NULL, tag_id integer NOT NULL);
        CREATE TABLE bookmarks_bookmarkasset(id integer NOT NULL PRIMARY KEY AUTOINCREMENT,
            date_created datetime NOT NULL, file varchar(2048) NOT NULL, file_size integer,
            asset_type varchar(64) NOT NULL, content_type varchar(128) NOT NULL,
            display_name varchar(2048) NOT NULL, status varchar(64) NOT NULL, gzip bool NOT NULL,
            bookmark_id integer NOT NULL);
        """

    /// A row of linkding's bookmarks.
    public static func linkdingBookmark(
        _ id: Int, _ url: String, title: String, description: String = "", notes: String = "",
        unread: Int = 0, archived: Int = 0, owner: Int = 1
    ) -> String {
        """
        INSERT INTO bookmarks_bookmark VALUES(\(id), '\(url)', '\(url)', '\(title)',
            '\(description)', '\(notes)', NULL, NULL, '', '', '', \(unread), \(archived), 0,
            '2024-01-02 03:04:05.123456', '2024-02-03 04:05:06', NULL, \(owner), NULL);
        """
    }

    /// A row of linkding's snapshots and uploads.
    public static func linkdingAsset(
        _ id: Int, of bookmark: Int, _ file: String, type: String = "snapshot",
        content: String = "text/html", name: String = "HTML snapshot from 03/04/2024",
        status: String = "complete", gzip: Int = 1
    ) -> String {
        """
        INSERT INTO bookmarks_bookmarkasset VALUES(\(id), '2024-03-04 05:06:07', '\(file)', 9,
            '\(type)', '\(content)', '\(name)', '\(status)', \(gzip), \(bookmark));
        """
    }

    /// shiori's tables, after `internal/database/migrations/sqlite` up to 0004.
    public static let shiori = """
        CREATE TABLE bookmark(id INTEGER PRIMARY KEY AUTOINCREMENT, url TEXT NOT NULL,
            title TEXT NOT NULL, excerpt TEXT NOT NULL DEFAULT '', author TEXT NOT NULL DEFAULT '',
            public INTEGER NOT NULL DEFAULT 0, created_at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
            has_content BOOLEAN DEFAULT FALSE NOT NULL, modified_at TEXT NULL,
            CONSTRAINT bookmark_url_UNIQUE UNIQUE(url));
        CREATE TABLE tag(id INTEGER NOT NULL, name TEXT NOT NULL,
            CONSTRAINT tag_PK PRIMARY KEY(id), CONSTRAINT tag_name_UNIQUE UNIQUE(name));
        CREATE TABLE bookmark_tag(bookmark_id INTEGER NOT NULL, tag_id INTEGER NOT NULL,
            CONSTRAINT bookmark_tag_PK PRIMARY KEY(bookmark_id, tag_id));
        CREATE VIRTUAL TABLE bookmark_content USING fts5(title, content, html, docid);
        """

    /// ArchiveBox's tables, after `archivebox/core/migrations` up to 0022.
    public static let archiveBox = """
        CREATE TABLE core_snapshot(id char(32) NOT NULL PRIMARY KEY, url varchar(200) NOT NULL
            UNIQUE, timestamp varchar(32) NOT NULL UNIQUE, title varchar(512), added datetime NOT
            NULL, updated datetime);
        CREATE TABLE core_tag(id integer NOT NULL PRIMARY KEY AUTOINCREMENT,
            name varchar(100) NOT NULL UNIQUE, slug varchar(100) NOT NULL UNIQUE);
        CREATE TABLE core_snapshot_tags(id integer NOT NULL PRIMARY KEY AUTOINCREMENT,
            snapshot_id char(32) NOT NULL, tag_id integer NOT NULL);
        """
}
