/// The release of all programs of Cloudy.
package enum Release {
    package static let version = "0.1.0"
}
