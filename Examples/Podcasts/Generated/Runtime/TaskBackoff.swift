// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

public import Foundation

/// The number of failures of each task in a row, kept for the next process of the app.
nonisolated public enum TaskBackoff {
  /// The shortest wait of a task's next request, in seconds.
  ///
  /// - Parameter identifier: The task's identifier.
  ///
  /// - Parameter first: The wait of a task that has not failed, in seconds.
  ///
  /// - Parameter factor: The growth of the wait with each failure.
  ///
  /// - Parameter longest: The longest wait, in seconds.
  public static func wait(
    for identifier: String, from first: TimeInterval, factor: Double, atMost longest: TimeInterval
  ) -> TimeInterval {
    let failures = UserDefaults.standard.integer(forKey: key(identifier))
    return min(first * pow(factor, Double(failures)), longest)
  }

  /// Records that the work of a task has failed.
  public static func failed(_ identifier: String) {
    let failures = UserDefaults.standard.integer(forKey: key(identifier))
    UserDefaults.standard.set(failures + 1, forKey: key(identifier))
  }

  /// Records that the work of a task has succeeded.
  public static func succeeded(_ identifier: String) {
    UserDefaults.standard.removeObject(forKey: key(identifier))
  }

  private static func key(_ identifier: String) -> String {
    "\(identifier).failures"
  }
}
