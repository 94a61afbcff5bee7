internal import PolicyReports

/// A line on a terminal with the progress of long work. Short work shows no line.
///
/// Only one thread may use the value at a time.
final class Progress: @unchecked Sendable {
  /// Seconds before anything is shown.
  private static let displayDelay = 0.5

  /// A value that shows no progress.
  static var none: Progress { Progress("", isShown: false) }

  private let label: String
  private let isShown: Bool
  private let start = System.monotonicSeconds
  private var percent = -1

  init(_ label: String, isShown: Bool) {
    self.label = label
    self.isShown = isShown
  }

  /// Shows that `done` of `all` parts are finished.
  func report(_ done: Int, of all: Int) {
    guard isShown, all > 0, done * 100 / all != percent else { return }
    let elapsed = System.monotonicSeconds - start
    guard elapsed > Self.displayDelay else { return }
    percent = done * 100 / all
    let left =
      done > 0 ? ", \(NumberFormat.duration(elapsed / Double(done) * Double(all - done) + 1)) left" : ""
    System.writeError("\r\(label) \(percent) %\(left) \u{1B}[K")
  }

  /// Removes the line when the work is finished.
  func end() {
    if percent >= 0 { System.writeError("\r\u{1B}[K") }
  }
}
