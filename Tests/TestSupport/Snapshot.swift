internal import Foundation
package import Testing

/// Texts that are kept beside the tests, and recorded anew with `RECORD_SNAPSHOTS=1`, which fails the run that records.
package enum Snapshot {
  /// Whether to write what is found instead of judging it.
  package static var isRecording: Bool { ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" }

  /// Holds a text against the file of the project that keeps it.
  package static func check(
    _ text: String, against file: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let kept = try? Project.text(file)
    guard kept != text else { return }
    if isRecording {
      let path = Project.path(file)
      try? FileManager.default.createDirectory(
        atPath: URL(filePath: path).deletingLastPathComponent().path, withIntermediateDirectories: true)
      try? Data(text.utf8).write(to: URL(filePath: path))
      Issue.record(
        "Recorded \(file): look at what has changed, and run again", sourceLocation: sourceLocation)
    } else {
      Issue.record(
        "\(file) is not what it was: \(firstDifference(kept ?? "", text)). Record with RECORD_SNAPSHOTS=1 swift test",
        sourceLocation: sourceLocation)
    }
  }

  private static func firstDifference(_ left: String, _ right: String) -> String {
    let (left, right) = (
      left.split(separator: "\n", omittingEmptySubsequences: false),
      right.split(separator: "\n", omittingEmptySubsequences: false)
    )
    for (index, pair) in zip(left, right).enumerated() where pair.0 != pair.1 {
      return "line \(index + 1) was \"\(pair.0)\" and is \"\(pair.1)\""
    }
    return "it has \(right.count) lines instead of \(left.count)"
  }
}
