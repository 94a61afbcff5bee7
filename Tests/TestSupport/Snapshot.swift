internal import Foundation
internal import PolicySyntax
package import Testing

/// Texts that are recorded next to the tests.
///
/// A text that differs fails the test, with a unified diff. `RECORD_SNAPSHOTS=1` writes the texts that
/// differ, `RECORD_SNAPSHOTS=failed` also shows the difference. Both fail the run that records.
package enum Snapshot {
  /// The texts that a run writes instead of only comparing them.
  package enum Recording: Sendable {
    case nothing
    /// Records differing texts, and also shows their differences.
    case failed
    /// All texts.
    case all

    /// The value of `RECORD_SNAPSHOTS`.
    package init(environment value: String?) {
      self =
        switch value {
        case "1": .all
        case "failed": .failed
        default: .nothing
        }
    }
  }

  /// The maximum number of lines of a difference that a failure shows.
  private static let longestDifference = 200

  /// The texts that this run records.
  package static var recording: Recording {
    Recording(environment: ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"])
  }

  /// Whether this run records any text.
  package static var isRecording: Bool { recording != .nothing }

  /// Compares a text with the file of the project that records it.
  package static func check(
    _ text: String, against file: String, recording: Recording = Snapshot.recording,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let kept = try? Project.text(file)
    guard kept != text else { return }
    if recording != .nothing { write(text, to: Project.path(file)) }
    for failure in failures(of: file, from: kept, to: text, recording) {
      Issue.record("\(failure)", sourceLocation: sourceLocation)
    }
  }

  /// The failures of a check whose texts differ; at least one failure.
  package static func failures(
    of file: String, from kept: String?, to text: String, _ recording: Recording
  ) -> [String] {
    let recorded = "Recorded \(file): review what has changed, and run again"
    if recording == .all { return [recorded] }
    let differs = """
      \(file) differs; RECORD_SNAPSHOTS=failed swift test records it:
      \(difference(of: file, from: kept, to: text))
      """
    return recording == .failed ? [differs, recorded] : [differs]
  }

  private static func write(_ text: String, to path: String) {
    try? FileManager.default.createDirectory(
      atPath: URL(filePath: path).deletingLastPathComponent().path, withIntermediateDirectories: true)
    try? Data(text.utf8).write(to: URL(filePath: path))
  }

  /// The unified diff of a file, up to a readable length.
  private static func difference(of file: String, from old: String?, to new: String) -> String {
    guard let old else { return "there is no such file yet" }
    let text = UnifiedDiff(named: file, from: Array(old.utf8), to: Array(new.utf8)).text
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count > longestDifference else { return text }
    return lines.prefix(longestDifference).joined(separator: "\n")
      + "\n… and \(lines.count - longestDifference) more lines"
  }
}
