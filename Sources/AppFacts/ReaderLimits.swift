/// The limits of the process that reads an app, far beyond what ordinary apps need.
///
/// `bgpolicy-appreader` keeps them itself, and bgpolicy ends a reader that does not.
package enum ReaderLimits {
  /// The longest time, in seconds.
  package static let seconds = 300
  /// The most memory that is in use at a time, in bytes.
  package static let memory = 2 << 30
  /// The largest text with facts, in bytes.
  package static let output = 64 << 20
}
