/// The limits of the process that reads an app, far beyond what ordinary apps need.
///
/// `bgpolicy-appreader` keeps the limits itself, and bgpolicy ends a reader that exceeds them.
package enum ReaderLimits {
  /// The longest time, in seconds.
  package static let seconds = 300
  /// The seconds that each further app of a call adds.
  package static let secondsOfFurtherApp = 5

  /// The longest time for the next app of a call, in seconds; `nil` if the earlier apps have used up the time of the whole call.
  package static func seconds(after spent: Double, of apps: Int) -> Int? {
    let left = Double(seconds + apps * secondsOfFurtherApp) - max(0, spent)
    return left >= 1 ? Int(min(left, Double(seconds))) : nil
  }
  /// The maximum memory in use, in bytes.
  package static let memory = 2 << 30
  /// The maximum size of a file, in bytes.
  package static let file = 64 << 20
  /// The maximum size of a file with code, in bytes. Findings show lines of such files.
  package static let source = 8 << 20
  /// The maximum size of the text with the facts, in bytes.
  package static let output = 64 << 20
  /// The maximum size of the text of a ``ReadingVariant``, in bytes.
  package static let input = 256 << 20
}
