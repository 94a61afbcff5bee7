import Foundation
import GenerationFixtures
import PolicyModel
import PolicySyntax
import TestSupport
import Testing

@testable import PolicyGen

/// The amount of code that an app has for itself, beside the runtime that every app has. A bound may only become lower.
@Suite struct GeneratedSizeTests {
  /// One app refresh task in SwiftUI.
  static let task = """
    schema: 1
    app: { name: Mini, bundleIdentifier: com.example.mini, deploymentTarget: { iOS: "17.0" } }
    tasks:
      refresh: { type: appRefresh, identifier: com.example.mini.refresh, earliestBegin: 1h, reschedule: true }
    generate: { style: swiftui }
    """

  /// A reader in SwiftUI: two tasks, a push, and downloads.
  static let reader = """
    schema: 1
    app: { name: Reader, bundleIdentifier: com.example.reader, deploymentTarget: { iOS: "17.0" } }
    tasks:
      refresh: { type: appRefresh, identifier: com.example.reader.refresh, earliestBegin: 30m, reschedule: true }
      cleanup: { type: processing, identifier: com.example.reader.cleanup, earliestBegin: 6h, reschedule: true }
    pushes:
      articles:
        headers: { apns-push-type: background, apns-priority: 5, apns-topic: com.example.reader }
        payload: { aps: { content-available: 1 } }
    sessions:
      articles: { identifier: com.example.reader.articles, timeoutIntervalForResource: 1d }
    transfers:
      stories: { session: articles, size: 40kB }
    generate: { style: swiftui }
    """

  @Test(arguments: [(task, 60), (reader, 167)]) func appsHaveLittleOfTheirOwn(
    _ policy: String, atMost bound: Int
  ) throws {
    let reading = PolicyFile.reading(policy, at: "bgpolicy.yaml")
    try #require(reading.diagnostics == [])
    let files = Generator.files(
      for: try #require(reading.policy), provenance: Provenance(policy: "bgpolicy.yaml"))
    expect(Self.lines(of: files), atMost: bound)
  }

  @Test func photosHasLittleOfItsOwn() throws {
    expect(Self.lines(of: try generatedFiles(of: "Examples/Photos/bgpolicy.yaml")), atMost: 294)
  }

  /// No compiler reads code in a string of a generator.
  @Test func generatorsHaveLittleCodeInStrings() throws {
    let folder = "Sources/PolicyGen/Generators"
    let counts = try Project.names(in: folder).map {
      try Self.literalLines(of: Project.text("\(folder)/\($0)"))
    }
    expect(counts.reduce(0, +), atMost: 252)
  }

  private func expect(_ count: Int, atMost bound: Int) {
    #expect(count <= bound)
    #expect(count > bound * 9 / 10, "lower the bound to \(count)")
  }

  /// The lines of an app's own Swift.
  private static func lines(of files: [GeneratedFile]) -> Int {
    files.filter { $0.path.hasSuffix(".swift") && !$0.isOfRuntime }.map { $0.text.count { $0 == "\n" } }
      .reduce(0, +)
  }

  /// The number of lines in literals of several lines, plus the number of lines that write a line of code from a literal.
  private static func literalLines(of source: String) -> Int {
    var isInside = false
    var count = 0
    for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
      let delimiters = line.components(separatedBy: "\"\"\"").count - 1
      if isInside {
        if delimiters == 0 { count += 1 } else { isInside = false }
      } else if delimiters % 2 == 1 {
        isInside = true
      } else if line.contains(/\.(line|text|block)\("/) {
        count += 1
      }
    }
    return count
  }
}
