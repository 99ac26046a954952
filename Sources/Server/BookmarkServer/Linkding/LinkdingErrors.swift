import Bookmarks
import HTTPTypes
import Hummingbird
import Logging

/// Answers every error in the format of linkding.
struct LinkdingErrors: RouterMiddleware {
    typealias Context = ServedContext

    let logger: Logger

    func handle(
        _ request: Request, context: ServedContext,
        next: (Request, ServedContext) async throws -> Response
    ) async throws -> Response {
        do { return try await next(request, context) } catch {
            return try answer(to: error).response(from: request, context: context)
        }
    }

    private func answer(to error: any Error) -> LinkdingError {
        switch error {
        case let error as LinkdingError: return error
        case BookmarkError.notFound: return .noSuch("Bookmark")
        case let error as HTTPError:
            return error.status == .notFound
                ? .notFound
                : LinkdingError(error.status, detail: error.body ?? error.status.reasonPhrase)
        default:
            logger.error("A call failed: \(error)")
            let failure = ServedFailure(error)
            return LinkdingError(failure.status, detail: failure.text)
        }
    }
}
