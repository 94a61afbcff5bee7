import TestSupport
import Testing

/// Tests of the recorded texts with which tests compare their results.
@Suite struct SnapshotTests {
  private static let kept = "Tests/Fixtures/Snapshots/kept.txt"

  @Test func equalTextsPass() throws {
    Snapshot.check(try Project.text(Self.kept), against: Self.kept)
  }

  @Test func aDifferenceFailsAndIsNotRecorded() throws {
    let text = try Project.text(Self.kept)
    withKnownIssue {
      Snapshot.check(text.replacing("two", with: "2"), against: Self.kept, recording: .nothing)
    }
    #expect(try Project.text(Self.kept) == text)
  }

  @Test(arguments: [Snapshot.Recording.failed, .all])
  func recordingWritesAndFails(_ recording: Snapshot.Recording) throws {
    let folder = try ScratchFolder()
    try folder.write("old\n", to: "snapshot.txt")
    let up = String(repeating: "../", count: Project.root.split(separator: "/").count)
    let file = up + folder.path("snapshot.txt").dropFirst()
    withKnownIssue {
      Snapshot.check("new\n", against: file, recording: recording)
    }
    #expect(try Project.text(file) == "new\n")
    // The text is the same now, so the check passes.
    Snapshot.check("new\n", against: file, recording: recording)
  }

  @Test func theDifferenceIsAUnifiedDiff() {
    let failures = Snapshot.failures(of: "a.txt", from: "one\ntwo\n", to: "one\n2\n", .nothing)
    #expect(
      failures == [
        """
        a.txt differs; RECORD_SNAPSHOTS=failed swift test records it:
        --- a/a.txt
        +++ b/a.txt
        @@ -1,2 +1,2 @@
         one
        -two
        +2

        """
      ])
  }

  /// Recording failed texts shows the differences; recording all texts shows no differences.
  @Test func recordingSaysWhatItHasWritten() {
    let failed = Snapshot.failures(of: "a.txt", from: "one\n", to: "two\n", .failed)
    #expect(failed.count == 2 && failed[0].contains("-one\n+two\n") && failed[1].hasPrefix("Recorded a.txt"))
    let all = Snapshot.failures(of: "a.txt", from: "one\n", to: "two\n", .all)
    #expect(all.count == 1 && all[0].hasPrefix("Recorded a.txt"))
  }

  @Test func longDifferencesAreCut() throws {
    let old = (1...1_000).map { "\($0)\n" }.joined()
    let failure = try #require(Snapshot.failures(of: "a.txt", from: old, to: "", .nothing).first)
    #expect(failure.split(separator: "\n").count < 250 && failure.hasSuffix("more lines"))
  }

  @Test(
    arguments: [("1", .all), ("failed", .failed), (nil, .nothing), ("0", .nothing)]
      as [(String?, Snapshot.Recording)])
  func theEnvironmentSaysWhatToRecord(_ value: String?, _ recording: Snapshot.Recording) {
    #expect(Snapshot.Recording(environment: value) == recording)
  }
}
