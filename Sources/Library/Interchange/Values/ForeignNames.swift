/// Names of columns in German, French, Spanish, Portuguese, Italian, Dutch, Polish, Russian,
/// Chinese, Japanese and Korean.
enum ForeignNames {
    static let all: [(RecordMapping.Part, String)] = [
        (
            .url,
            """
            adresse webadresse internetadresse lien adresseweb enlace dirección endereço
            indirizzo collegamento adres adresurl ссылка адрес 链接 网址 連結 網址 リンク アドレス
            링크 주소
            """
        ),
        (
            .name,
            """
            bezeichnung titre nom título titulo nombre nome titolo naam tytuł nazwa название
            заголовок 标题 名称 標題 名稱 タイトル 名前 제목 이름
            """
        ),
        (
            .tags,
            """
            schlagwörter schlagworte schlagwort stichwörter stichworte étiquettes étiquette
            etiquettes motsclés etiquetas etiqueta palabrasclave palavraschave etichette tagi
            trefwoorden метки теги 标签 標籤 タグ 태그
            """
        ),
        (.notes, notes),
        (
            .about,
            """
            beschreibung zusammenfassung résumé descripción descrição descrizione omschrijving
            opis описание 描述 说明 說明 説明 설명
            """
        ),
        (
            .folder,
            """
            ordner verzeichnis gruppe kategorie sammlung dossier catégorie carpeta categoría
            pasta categoria cartella kategoria папка категория 文件夹 分类 資料夾 分類
            フォルダ フォルダー カテゴリ 폴더
            """
        ),
        (
            .added,
            """
            hinzugefügtam hinzugefügt gespeichertam gespeichert erstelltam erstellt datedajout
            ajoutéle ajouté datedecréation fechadealta fechadecreación añadido agregado
            datadeadição datadecriação adicionado datadiaggiunta aggiunto toegevoegd
            datadodania добавлено датадобавления 添加时间 添加日期 创建时间 追加日 追加日時
            登録日 作成日 추가일
            """
        ),
        (.unread, "ungelesen nonlu noleído 未读 未読"),
        (.archived, "archiviert archivé archivado arquivado archiviato"),
    ]

    /// Names for the person's own words.
    static let notes = """
        notizen anmerkung anmerkungen bemerkung bemerkungen kommentare commentaire commentaires
        remarque remarques nota notas comentario comentarios comentário comentários commento
        commenti notitie notities opmerking notatka notatki komentarz заметка заметки комментарий
        备注 注释 评论 備註 メモ コメント 메모 댓글
        """

    /// Names as vague as `date`.
    static let vagueDates = ["datum", "fecha", "дата", "日期", "日付", "날짜"]
}
