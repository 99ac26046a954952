/// Removes accents from letters. A letter with an accent may be one scalar or two; folding makes
/// the plain letter of both.
enum Accents {
    /// Returns the letter without its accents, or the scalar itself if it has none.
    static func base(of scalar: Unicode.Scalar) -> Unicode.Scalar {
        if let base = bases[scalar] { return base }
        // Capitals are not in the table; most scalars are not capitals.
        guard scalar.properties.changesWhenLowercased else { return scalar }
        let lower = scalar.properties.lowercaseMapping.unicodeScalars
        guard lower.count <= 2, let small = lower.first, let base = bases[small] ?? lone(lower)
        else { return scalar }
        let upper = base.properties.uppercaseMapping.unicodeScalars
        return upper.count == 1 ? upper.first ?? scalar : scalar
    }

    /// Returns the letter of a capital such as İ, whose lower-case form is a letter and a separate
    /// accent.
    private static func lone(_ scalars: String.UnicodeScalarView) -> Unicode.Scalar? {
        scalars.count == 2 ? scalars.first : nil
    }

    private static let bases: [Unicode.Scalar: Unicode.Scalar] = {
        var bases: [Unicode.Scalar: Unicode.Scalar] = [:]
        for (base, accented) in table {
            for scalar in accented.unicodeScalars { bases[scalar] = base }
        }
        return bases
    }()

    /// The lower-case letters whose canonical decomposition is a letter with marks of U+0300 to
    /// U+036F, and a few with a stroke, which Unicode treats as separate letters.
    private static let table: [(Unicode.Scalar, String)] = [
        ("a", "àáâãäåāăąǎǟǡǻȁȃȧḁạảấầẩẫậắằẳẵặ"), ("b", "ḃḅḇ"), ("c", "çćĉċčḉ"),
        ("d", "ďḋḍḏḑḓđ"), ("e", "èéêëēĕėęěȅȇȩḕḗḙḛḝẹẻẽếềểễệ"), ("f", "ḟ"), ("g", "ĝğġģǧǵḡ"),
        ("h", "ĥȟḣḥḧḩḫẖħ"), ("i", "ìíîïĩīĭįǐȉȋḭḯỉịı"), ("j", "ĵǰ"), ("k", "ķǩḱḳḵ"),
        ("l", "ĺļľḷḹḻḽł"), ("m", "ḿṁṃ"), ("n", "ñńņňǹṅṇṉṋ"),
        ("o", "òóôõöōŏőơǒǫǭȍȏȫȭȯȱṍṏṑṓọỏốồổỗộớờởỡợøǿ"), ("p", "ṕṗ"), ("r", "ŕŗřȑȓṙṛṝṟ"),
        ("s", "śŝşšșṡṣṥṧṩ"), ("t", "ţťțṫṭṯṱẗ"), ("u", "ùúûüũūŭůűųưǔǖǘǚǜȕȗṳṵṷṹṻụủứừửữự"),
        ("v", "ṽṿ"), ("w", "ŵẁẃẅẇẉẘ"), ("x", "ẋẍ"), ("y", "ýÿŷȳẏẙỳỵỷỹ"), ("z", "źżžẑẓẕ"),
        ("æ", "ǣǽ"), ("ſ", "ẛ"), ("ʒ", "ǯ"),
        ("α", "άἀἁἂἃἄἅἆἇὰάᾀᾁᾂᾃᾄᾅᾆᾇᾰᾱᾲᾳᾴᾶᾷ\u{1F71}"), ("ε", "έἐἑἒἓἔἕὲέ\u{1F73}"),
        ("η", "ήἠἡἢἣἤἥἦἧὴήᾐᾑᾒᾓᾔᾕᾖᾗῂῃῄῆῇ\u{1F75}"), ("ι", "ΐίϊἰἱἲἳἴἵἶἷὶίῐῑῒΐῖῗ\u{1F77}\u{1FD3}"),
        ("ο", "όὀὁὂὃὄὅὸό\u{1F79}"), ("ρ", "ῤῥ"), ("υ", "ΰϋύὐὑὒὓὔὕὖὗὺύῠῡῢΰῦῧ\u{1F7B}\u{1FE3}"),
        ("ω", "ώὠὡὢὣὤὥὦὧὼώᾠᾡᾢᾣᾤᾥᾦᾧῲῳῴῶῷ\u{1F7D}"), ("ϒ", "ϓϔ"),
        ("а", "ӑӓ"), ("г", "ѓ"), ("е", "ѐёӗ"), ("ж", "ӂӝ"), ("з", "ӟ"), ("и", "йѝӣӥ"),
        ("к", "ќ"), ("о", "ӧ"), ("у", "ўӯӱӳ"), ("ч", "ӵ"), ("ы", "ӹ"), ("э", "ӭ"), ("і", "ї"),
        ("ѵ", "ѷ"), ("ә", "ӛ"), ("ө", "ӫ"),
    ]
}
