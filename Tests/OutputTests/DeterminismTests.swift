import Foundation
import TestSupport
import Testing

/// The same policy and seed give the same bytes, whatever the environment and the order of the sections.
@Suite struct DeterminismTests {
  private static let policy = "Examples/Photos/bgpolicy.yaml"

  private func estimate(
    _ words: String..., path: String = policy, environment: [String: String] = [:],
    in folder: String = Project.root
  ) throws -> String {
    let run = try Tool.run(
      words: ["estimate", path, "--runs", "8", "--format", "json"] + words, in: folder,
      environment: environment)
    #expect(run.output.hasPrefix("{"), "\(run.errors)")
    return run.output
  }

  @Test func surroundingsChangeNothing() throws {
    let usual = try estimate()
    let surroundings: [[String: String]] = [
      ["TZ": "Asia/Tokyo"], ["TZ": "America/St_Johns", "LANG": "de_DE.UTF-8", "LC_ALL": "de_DE.UTF-8"],
      ["LANG": "tr_TR.UTF-8", "LC_NUMERIC": "fr_FR.UTF-8"], ["LANG": "C", "LC_ALL": "C", "TZ": ""],
      ["SWIFT_DETERMINISTIC_HASHING": "1"],
    ]
    for environment in surroundings { #expect(try estimate(environment: environment) == usual) }
    for jobs in ["1", "2", "7"] { #expect(try estimate("--jobs", jobs) == usual) }
  }

  /// A policy's sections in any order are the same policy.
  @Test(arguments: 1...4) func orderOfSectionsChangesNothing(_ seed: Int) throws {
    let text = try Project.text(Self.policy)
    var sections: [[Substring]] = []
    var head: [Substring] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let startsSection = line.first.map { $0.isLetter } ?? false
      if startsSection {
        sections.append(head + [line])
        head = []
      } else if sections.isEmpty {
        head.append(line)
      } else {
        sections[sections.count - 1].append(line)
      }
    }
    var random = SplitMix(seed: UInt64(seed))
    let shuffled = sections.shuffled(using: &random)
    try #require(shuffled != sections)
    let folder = try ScratchFolder()
    try folder.write(text, to: "bgpolicy.yaml")
    let usual = try estimate(path: "bgpolicy.yaml", in: folder.path)
    try folder.write(
      shuffled.map { $0.joined(separator: "\n") }.joined(separator: "\n") + "\n", to: "bgpolicy.yaml")
    #expect(try estimate(path: "bgpolicy.yaml", in: folder.path) == usual)
  }
}
