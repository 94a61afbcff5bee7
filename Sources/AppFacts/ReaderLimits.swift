/// The limits of the process that reads an app, far beyond what ordinary apps need.
///
/// `bgpolicy-appreader` keeps the limits itself, and bgpolicy ends a reader that exceeds them.
package enum ReaderLimits {
  /// The longest time, in seconds.
  package static let seconds = 300
  /// The maximum memory in use, in bytes.
  package static let memory = 2 << 30
  /// The maximum size of the text with the facts, in bytes.
  package static let output = 64 << 20
}
