import Foundation
import GenerationFixtures
import PolicyGen
import PolicyModel
import TestSupport
import Testing

/// A change of a policy changes only the generated lines that depend on the changed value.
@Suite struct CalmDiffTests {
  private static let photos = "Examples/Photos/bgpolicy.yaml"

  /// A replacement in the policy's text.
  struct Edit: Sendable, CustomTestStringConvertible {
    let old: String
    let new: String

    init(_ old: String, _ new: String) {
      self.old = old
      self.new = new
    }

    var testDescription: String { new }
  }

  /// Comments, and values that nothing generated depends on.
  static let unseen = [
    Edit("app:\n", "# The app.\napp:\n"),
    Edit("  refresh:\n", "\n  # Every quarter of an hour.\n  refresh:\n"),
    Edit("cellularBytesPerDay: 0MB", "cellularBytesPerDay: 5MB"),
    Edit("expiredShare: 1%", "expiredShare: 2%"),
    Edit("foregroundSessions: { perDay: 6 }", "foregroundSessions: { perDay: 9 }"),
    Edit("perDay: 14", "perDay: 12"),
    Edit("every: 1d", "every: 2d"),
    Edit("deadline: 3d", "deadline: 4d"),
    Edit("direction: download\n", "direction: download\n    failureShare: 5%\n"),
    Edit("direction: download\n", "direction: download\n    retries: 3\n"),
  ]

  @Test(arguments: unseen) func changesNoFile(_ edit: Edit) throws {
    #expect(try Self.files([edit]) == Self.files([]))
  }

  /// Values that only the test plan shows.
  static let planned = [
    Edit("expectedRuntime: 20s", "expectedRuntime: 12s"), Edit("count: 1000", "count: 900"),
    Edit("validFor: 1d", "validFor: 30h"),
    Edit("direction: download\n", "direction: download\n    authChallenge: perTransfer\n"),
  ]

  @Test(arguments: planned) func changesNoCode(_ edit: Edit) throws {
    let changed = zip(try Self.files([]), try Self.files([edit])).filter { $0 != $1 }
    #expect(changed.map(\.0.path) == ["PhotosTestPlan.md"])
  }

  /// No generated file names the version of bgpolicy.
  @Test(arguments: PolicyFile.compiled) func noFileNamesTheVersion(_ path: String) throws {
    for file in try generatedFiles(of: path) {
      #expect(!file.text.contains("bgpolicy \(ToolVersion.current)"), "\(file.path)")
      #expect(Provenance.isSigned(Array(file.text.utf8)), "\(file.path)")
    }
  }

  @Test func earliestBeginIsOnePlace() throws {
    let changed = zip(try Self.files([]), try Self.files([Edit("earliestBegin: 6h", "earliestBegin: 7h")]))
      .filter { $0 != $1 }
    let swift = changed.filter { $0.0.path.hasSuffix(".swift") }
    #expect(swift.map(\.0.path) == ["App/PhotosTasks.swift"])
    for (old, new) in swift {
      let lines = zip(old.text.split(separator: "\n"), new.text.split(separator: "\n")).filter { $0 != $1 }
      #expect(lines.count <= 2, "\(lines)")
    }
  }

  /// Pairs of changes on two branches, in different declarations.
  static let branches: [(Edit, Edit)] = [
    (Edit("earliestBegin: 15m", "earliestBegin: 20m"), Edit("earliestBegin: 6h", "earliestBegin: 7h")),
    (
      Edit("allowsCellularAccess: false", "allowsCellularAccess: true"),
      Edit("timeoutIntervalForResource: 1d", "timeoutIntervalForResource: 2d")
    ),
    (
      Edit("submit: { batch: 100 }", "submit: { batch: 50 }"),
      Edit("    subtitle: Preparing", "    subtitle: Getting ready")
    ),
    (
      Edit("earliestBegin: 15m", "earliestBegin: 20m"),
      Edit(
        "  export:\n",
        """
          tidy:
            type: processing
            identifier: com.example.photos.tidy
            reschedule: true
          export:

        """)
    ),
    (
      Edit("httpMaximumConnectionsPerHost: 4", "httpMaximumConnectionsPerHost: 6"),
      Edit(
        "  thumbnails:\n    session", "  posters: { session: library, size: 1MB }\n  thumbnails:\n    session"
      )
    ),
  ]

  /// Git merges the files of two branches into the files of the merged policy.
  @Test(arguments: branches) func branchesMerge(_ ours: Edit, _ theirs: Edit) throws {
    let (base, own) = (try Self.texts([]), try Self.texts([ours]))
    let (other, both) = (try Self.texts([theirs]), try Self.texts([ours, theirs]))
    #expect(own != base && other != base)
    let folder = try ScratchFolder()
    for path in Set(own.keys).union(other.keys).sorted() {
      let texts = [own[path], base[path], other[path]]
      var merged = texts[0] == texts[1] ? texts[2] : texts[0]
      if texts[0] != texts[1], texts[2] != texts[1] {
        for (name, text) in zip(["ours", "base", "theirs"], texts) {
          try folder.write(try #require(text, "\(path) is new on both branches"), to: name)
        }
        let merge = try Shell.run(["git", "merge-file", "-p", "ours", "base", "theirs"], in: folder.path)
        #expect(merge.status == 0, "\(path): \(merge.output)")
        merged = merge.output
      }
      #expect(merged == both[path], "\(path)")
    }
  }

  // MARK: The policy

  private static func texts(_ edits: [Edit]) throws -> [String: String] {
    Dictionary(uniqueKeysWithValues: try files(edits).map { ($0.path, $0.text) })
  }

  /// The files that the example generates after changes.
  private static func files(_ edits: [Edit]) throws -> [GeneratedFile] {
    var text = try Project.text(photos)
    for edit in edits {
      let range = try #require(text.range(of: edit.old), "\(edit.old) is not in the policy")
      text.replaceSubrange(range, with: edit.new)
    }
    let reading = PolicyFile.reading(text, at: photos)
    #expect(reading.diagnostics == [])
    return Generator.files(for: try #require(reading.policy), provenance: Provenance(policy: photos))
  }
}
