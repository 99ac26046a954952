import DefaultsFile
import DeviceStore

extension HomeError {
    /// Converts an error of the property list or of the disk.
    init(ofDefaults error: any Error) {
        guard let error = error as? DefaultsError else {
            self.init(error)
            return
        }
        self.init(error.code == .cannotWrite ? .cannotWrite : .damaged, error.message)
    }
}
