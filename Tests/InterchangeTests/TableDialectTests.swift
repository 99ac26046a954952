import Interchange
import Testing

/// Tables with unusual separators, quotes and languages.
struct TableDialectTests {
    @Test func verticalBarsSeparateColumns() throws {
        let found = try read(
            "url|title|tags\nhttps://a.example/|A, b|x,y\nhttps://b.example/|B|z\n")
        #expect(found.format == .csv && found.urls == ["https://a.example/", "https://b.example/"])
        #expect(found.bookmarks.map(\.name) == ["A, b", "B"])
        #expect(found.bookmarks.map(\.tags) == [["x", "y"], ["z"]])
    }

    @Test(arguments: [
        "| Name | Link |\n|---|---|\n| x | [A](https://a.example/) |\n",
        "Name | Link\n--- | ---\nx | [A](https://a.example/)\ny | [B](https://b.example/)\n",
    ])
    func markdownTableIsReadAsMarkdown(_ text: String) throws {
        let found = try read(text)
        #expect(found.format == .markdown && found.urls.first == "https://a.example/")
        #expect(found.bookmarks[0].name == "A")
    }

    @Test(arguments: [
        ("\"B \"quoted\" c\"", "B \"quoted\" c"), ("\"say \"hi\"\"", "say \"hi\""),
        ("\"a \"b\" c \"d\" e\"", "a \"b\" c \"d\" e"), ("\"abc\"def", "abcdef"),
        ("\"two \"\"three\"\"\"", "two \"three\""),
    ])
    func undoubledQuotesInAFieldAreRead(_ field: String, _ name: String) throws {
        let found = try read("url,title,tags\nhttps://a.example/,\(field),\"x\"\n")
        #expect(found.bookmarks.map(\.name) == [name])
        #expect(found.bookmarks.map(\.tags) == [["x"]])
    }

    @Test(arguments: [
        "\"\"\"x\"\",\"\"two words\"\"\"", "\"{x,\"\"two words\"\"}\"",
        "\"\"\"x\"\";\"\"two words\"\"\"",
    ])
    func tagsMayBeQuoted(_ tags: String) throws {
        let found = try read("url,tags\nhttps://a.example/,\(tags)\n")
        #expect(found.bookmarks.map(\.tags) == [["x", "two-words"]])
    }

    @Test(arguments: [
        "Titel;URL;Schlagwörter;Notiz;Ordner;Hinzugefügt am",
        "Titre;Adresse;Étiquettes;Commentaire;Dossier;Date d’ajout",
        "Título;Enlace;Etiquetas;Nota;Carpeta;Fecha",
        "Titolo;Indirizzo;Etichette;Nota;Cartella;Aggiunto",
        "タイトル;リンク;タグ;メモ;フォルダ;追加日", "标题;链接;标签;备注;文件夹;添加时间", "제목;링크;태그;메모;폴더;날짜",
        "Название;Ссылка;Теги;Заметка;Папка;Дата",
    ])
    func columnNamesInOtherLanguagesAreKnown(_ head: String) throws {
        let found = try read("\(head)\nA;https://a.example/;\"x, y\";n;F;2024-01-02\n")
        #expect(found.unreadFields.isEmpty, "\(found.unreadFields)")
        let one = try #require(found.bookmarks.first)
        #expect(one.name == "A" && one.url == "https://a.example/" && one.tags == ["x", "y"])
        #expect(one.notes == "n" && one.folder == "F" && one.added == 1_704_153_600)
    }

    @Test(arguments: [
        "Titre,Note,URL,Tags,Commentaire", "Título,Nota,URL,Etiquetas,Comentario",
        "タイトル,メモ,URL,タグ,コメント",
    ])
    func googleListsInOtherLanguagesAreRead(_ head: String) throws {
        let found = try read("\(head)\n,,,,\nA,n,https://a.example/,x,c\n")
        #expect(found.bookmarks.map(\.name) == ["A"] && found.unreadFields.isEmpty)
        #expect(found.bookmarks.map(\.notes) == ["n\n\nc"])
    }

    @Test func liveBookmarkLinksToItsFeed() throws {
        let found = try read(
            """
            <!DOCTYPE NETSCAPE-Bookmark-file-1>
            <DL><p>
            <DT><A FEEDURL="https://f.example/rss">Live</A>
            <DT><A FEEDURL="https://g.example/rss" HREF="https://g.example/">Page</A>
            </DL>
            """)
        #expect(found.urls == ["https://f.example/rss", "https://g.example/"])
        #expect(found.failed.isEmpty)
    }
}
