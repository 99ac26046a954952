import BookmarkLibrary
import Bookmarks
import Documents
import HTTPTypes
import Hummingbird
import Interchange
import NIOCore

extension LinkdingRoutes {
    func addAssets(to group: RouterGroup<ServedContext>) {
        add("bookmarks/singlefile", to: group, [Call(.post, .add) { try await keepPage($0, $1) }])
        add(
            "bookmarks/:id/assets", to: group,
            [
                Call(.get, .read) { request, context in
                    let number = try context.number("id")
                    let all = try await use(context) { library in
                        try library.assets(of: number).map {
                            library.json($0.document, number: $0.number, bookmark: number)
                        }
                    }
                    let answer = LinkdingListAnswer(request, isSecure: isSecure)
                    return answer.response(
                        results: Array(answer.page.slice(of: all)), count: all.count)
                }
            ])
        add(
            "bookmarks/:id/assets/upload", to: group,
            [
                Call(.post, .write) { request, context in
                    let number = try context.number("id")
                    return try await withUpload(request, context) { form in
                        guard let file = form.files["file"] else {
                            throw LinkdingError(.badRequest, ["error": "No file provided."])
                        }
                        return .json(
                            try await use(context) { try $0.attach(file, to: number) },
                            status: .created)
                    }
                }
            ])
        add(
            "bookmarks/:id/assets/:asset", to: group,
            [
                Call(.get, .read) { _, context in
                    let (number, asset) = (
                        try context.number("id"), try context.number("asset")
                    )
                    return .json(
                        try await use(context) { library in
                            library.json(
                                try library.asset(asset, of: number), number: asset,
                                bookmark: number)
                        })
                },
                Call(.delete, .write) { _, context in
                    let (number, asset) = (
                        try context.number("id"), try context.number("asset")
                    )
                    try await use(context) { try $0.deleteAsset(asset, of: number) }
                    return Response(status: .noContent)
                },
            ])
        add(
            "bookmarks/:id/assets/:asset/download", to: group,
            [
                Call(.get, .read) { _, context in
                    try await download(context)
                }
            ])
    }

    /// Stores a page in the form that a browser shows. Adds its bookmark if there is none yet.
    private func keepPage(_ request: Request, _ context: ServedContext) async throws -> Response {
        try await withUpload(request, context) { try await keepPage($0, context) }
    }

    private func keepPage(_ form: FormFields, _ context: ServedContext) async throws -> Response {
        guard let url = form.value("url"), let file = form.files["file"] else {
            throw LinkdingError(
                .badRequest, ["error": "Both 'url' and 'file' parameters are required."])
        }
        let draft = try LinkdingDraft(LinkdingInput(["url": .string(url)]), isWhole: true)
        let page = PageSummary(readingPage: file.content, contentType: "text/html; charset=utf-8")
        try await use(context) { library in
            var draft = draft
            let there = try library.bookmark(at: url)
            if there == nil {
                draft.title = String(page.title.prefix(512))
                draft.description = page.description
            }
            let bookmark = try there ?? library.post(draft)
            try library.keepPage(file.content, page.title, url: url, of: bookmark.id)
        }
        return .json(["message": "Snapshot uploaded successfully."], status: .created)
    }

    private func download(_ context: ServedContext) async throws -> Response {
        let (number, asset) = (try context.number("id"), try context.number("asset"))
        let document = try await use(context) { try $0.asset(asset, of: number) }
        let home = await library.home
        guard let content = try await home.content(of: document.head) else {
            throw LinkdingError(
                .serviceUnavailable, detail: "Neither this device nor the cloud has the file yet.")
        }
        var headers = HTTPFields()
        headers[.contentType] = document.mediaType
        headers[.contentDisposition] = "attachment; " + Self.fileName(document.title)
        headers[.cacheControl] = "no-store"
        // A saved page must not run scripts on this site, however a browser treats the answer.
        headers[.contentSecurityPolicy] = "sandbox"
        headers[.xContentTypeOptions] = "nosniff"
        return Response(
            status: .ok, headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: content)))
    }

    /// Returns the parameter of a header with the name of a file. Clients of linkding read
    /// `filename=`, which can only hold ASCII.
    private static func fileName(_ name: String) -> String {
        let isPlain = name.utf8.allSatisfy {
            $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
        }
        return isPlain ? "filename=\"\(name)\"" : "filename*=UTF-8''" + encoded(name)
    }

    private static func encoded(_ name: String) -> String {
        name.utf8.map { byte in
            let scalar = Unicode.Scalar(byte)
            let isPlain =
                scalar.isASCII
                && (scalar.properties.isAlphabetic
                    || "-._~0123456789".unicodeScalars.contains(scalar))
            let digits = String(byte, radix: 16, uppercase: true)
            return isPlain ? String(scalar) : "%" + (byte < 16 ? "0" : "") + digits
        }.joined()
    }
}
