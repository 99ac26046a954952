import DeviceStore
import Documents
import FileCoordination
import Glibc
import Replication
import ReportableErrors
import ScratchFolder
import Testing

@testable import SQLite

/// The status with which each program ends after an error that several programs share.
struct ExitStatusTests {
    /// Swift Testing has a type of this name, too.
    typealias Status = FileCoordination.ExitStatus

    private let folder = ScratchFolder()

    @Test(arguments: [
        (CloudError.Code.unreachable, Status.cloudUnreachable),
        (.unknownOutcome, .cloudUnreachable), (.notAllowed, .notAllowed),
        (.unusable, .configuration),
    ])
    func cloudErrorHasAStatus(_ code: CloudError.Code, _ status: Status) {
        #expect(CloudError(code, "It failed.").exitStatus == status)
        #expect(CloudError(code, "It failed.", lacksRoom: true).exitStatus == status)
        let local = CloudError(code, "It failed.", isFullHere: true)
        #expect(local.exitStatus == .cannotWrite && local.lacksRoom && isFullDisk(local))
    }

    @Test(arguments: [
        (HomeError.Code.usage, Status.usage), (.configuration, .configuration),
        (.cannotWrite, .cannotWrite), (.notAllowed, .notAllowed), (.damaged, .badData),
    ])
    func homeErrorHasAStatus(_ code: HomeError.Code, _ status: Status) {
        #expect(HomeError(code, "It failed.").exitStatus == status)
    }

    @Test(arguments: [
        ("Cannot write", EACCES, Status.notAllowed),
        ("Cannot read", EPERM, .notAllowed),
        ("Cannot read", ENOENT, .badData), ("Cannot read", EISDIR, .badData),
        ("Cannot write", ENOENT, .cannotWrite), ("Cannot write", ENOSPC, .cannotWrite),
        ("Cannot write", EROFS, .cannotWrite), ("Cannot read", EIO, .cannotWrite),
    ])
    func fileErrorHasAStatus(_ attempt: String, _ number: Int32, _ status: Status) {
        let error = FileCoordinationError(attempt, folder.path("file"), errno: number)
        #expect(error.exitStatus == status)
    }

    @Test(arguments: [
        (SQLiteError.Code.corrupt, Status.badData), (.notADatabase, .badData),
        (.full, .cannotWrite), (.busy, .cannotWrite), (.moved, .cannotWrite),
        (.ioError, .cannotWrite), (.constraint, .cannotWrite), (.other, .cannotWrite),
        (.readOnly, .cannotWrite), (.cannotOpen, .cannotWrite),
    ])
    func databaseErrorHasAStatus(_ code: SQLiteError.Code, _ status: Status) {
        #expect(error(code).exitStatus == status)
    }

    @Test func databaseWithoutATableIsDamaged() {
        #expect(error(.other, "no such table: records").exitStatus == .badData)
        #expect(error(.other, "no such column: value").exitStatus == .badData)
        #expect(error(.other, "near \"SELEC\": syntax error").exitStatus == .cannotWrite)
    }

    /// SQLite does not say why it cannot write, so the permissions are looked up.
    @Test(.enabled(if: geteuid() != 0, "root may write everywhere"))
    func databaseInAClosedFolderIsNotAllowed() {
        chmod(folder.path, 0o500)
        defer { chmod(folder.path, 0o700) }
        #expect(error(.readOnly).exitStatus == .notAllowed)
        #expect(error(.cannotOpen).exitStatus == .notAllowed)
        #expect(error(.cannotOpen, systemError: ENOSPC).exitStatus == .cannotWrite)
        #expect(error(.ioError).exitStatus == .cannotWrite)
    }

    private func error(
        _ code: SQLiteError.Code, _ message: String = "", systemError: Int32 = 0
    ) -> SQLiteError {
        SQLiteError(
            code: code, extendedCode: 0, message: message, path: folder.path("some.sqlite"),
            systemError: systemError)
    }

    /// A home's error made from another one keeps its status, except that of an unreachable cloud.
    @Test func homeErrorKeepsTheStatusOfItsCause() {
        let causes: [any ReportableError] = [
            CloudError(.notAllowed, "a"), CloudError(.unusable, "b"), error(.corrupt), error(.full),
            ChunkStoreError(.damaged, "d"), ChunkStoreError(.full, "e"),
            error(.other, "no such table: records"),
            FileCoordinationError("Cannot write", folder.path, errno: EACCES),
            FileCoordinationError("Cannot read", folder.path, errno: ENOENT),
            HomeError(.usage, "c"),
        ]
        for cause in causes {
            #expect(HomeError(cause).exitStatus == cause.exitStatus, "\(cause)")
            #expect(HomeError(cause).message == cause.description)
        }
    }
}
