import DefaultsFile
import DeviceStore

extension HomeError {
    /// Turns an error of the defaults, or of a driver below them, into an error of the home.
    init(ofDefaults error: any Error) {
        guard let error = error as? DefaultsError else {
            self.init(error)
            return
        }
        self.init(error.code == .cannotWrite ? .cannotWrite : .damaged, error.message)
    }
}
