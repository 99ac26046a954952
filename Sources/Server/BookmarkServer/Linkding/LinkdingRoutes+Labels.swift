import BookmarkLibrary
import Bookmarks
import Hummingbird

extension LinkdingRoutes {
    func addTags(to group: RouterGroup<ServedContext>) {
        add(
            "tags", to: group,
            [
                Call(.get, .read) { request, context in
                    let answer = LinkdingListAnswer(request, isSecure: isSecure)
                    let all = try await use(context) { try $0.tags().map(\.json) }
                    return answer.response(
                        results: Array(answer.page.slice(of: all)), count: all.count)
                },
                Call(.post, .write) { request, context in
                    var input = try await input(request, context)
                    let name = input.text("name", most: 64, mayBeBlank: false, isRequired: true)
                    try input.check()
                    return .json(
                        try await use(context) { try $0.addTag(name ?? "").json }, status: .created)
                },
            ])
        add(
            "tags/:id", to: group,
            [
                Call(.get, .read) { _, context in
                    let number = try context.number("id")
                    return .json(try await use(context) { try $0.tag(number).json })
                },
                Call(.delete, .write) { _, context in
                    let number = try context.number("id")
                    try await use(context) { try $0.deleteTag(number) }
                    return Response(status: .noContent)
                },
            ])
    }

    func addBundles(to group: RouterGroup<ServedContext>) {
        add(
            "bundles", to: group,
            [
                Call(.get, .read) { request, context in
                    let answer = LinkdingListAnswer(request, isSecure: isSecure)
                    let all = try await use(context) { library in
                        try library.bundles().enumerated().map { order, found in
                            library.json(found.bundle, number: found.number, order: order)
                        }
                    }
                    return answer.response(
                        results: Array(answer.page.slice(of: all)), count: all.count)
                },
                Call(.post, .write) { request, context in
                    let bundle = try await bundle(
                        request, context, LinkdingBundle(name: ""), true)
                    return .json(
                        try await use(context) { try $0.keep(bundle, replacing: nil) },
                        status: .created)
                },
            ])
        add(
            "bundles/:id", to: group,
            [
                Call(.get, .read) { _, context in
                    let number = try context.number("id")
                    return .json(
                        try await use(context) { try $0.json(bundleNamed: $0.bundle(number).name) })
                },
                Call(.put, .write) { try await changeBundle($0, $1, isWhole: true) },
                Call(.patch, .write) { try await changeBundle($0, $1, isWhole: false) },
                Call(.delete, .write) { _, context in
                    let number = try context.number("id")
                    try await use(context) { try $0.deleteBundle(number) }
                    return Response(status: .noContent)
                },
            ])
    }

    private func changeBundle(
        _ request: Request, _ context: ServedContext, isWhole: Bool
    ) async throws -> Response {
        let number = try context.number("id")
        let former = try await use(context) { try $0.bundle(number) }
        let bundle = try await bundle(request, context, former, isWhole)
        return .json(try await use(context) { try $0.keep(bundle, replacing: number) })
    }

    /// Returns a bundle with the fields that a client sent.
    private func bundle(
        _ request: Request, _ context: ServedContext, _ former: LinkdingBundle, _ isWhole: Bool
    ) async throws -> LinkdingBundle {
        var input = try await input(request, context)
        var bundle = former
        if let name = input.text("name", most: 256, mayBeBlank: false, isRequired: isWhole) {
            bundle.name = name
        }
        func tags(_ text: String) -> [String] {
            Tags.unique(text.split(whereSeparator: \.isWhitespace).map(String.init))
        }
        if let search = input.text("search", most: 256) { bundle.search = search }
        if let text = input.text("any_tags", most: 1024) { bundle.anyTags = tags(text) }
        if let text = input.text("all_tags", most: 1024) { bundle.allTags = tags(text) }
        if let text = input.text("excluded_tags", most: 1024) { bundle.excludedTags = tags(text) }
        let choices = ["off", "yes", "no"]
        if let choice = input.choice("filter_unread", of: choices) { bundle.unread = choice }
        _ = input.choice("filter_shared", of: choices)
        _ = input.integer("order")
        try input.check()
        return bundle
    }
}
