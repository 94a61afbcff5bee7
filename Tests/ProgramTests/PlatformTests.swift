import Foundation
import GenerationFixtures
import PolicyGen
import TestSupport
import Testing

/// Code for several platforms. Each platform compiles only API that it has.
@Suite struct PlatformTests {
  static let policies = ["mixed-platforms", "mixed-platforms-scene"]
  static let platforms = ["iOS", "macOS", "macCatalyst", "tvOS", "visionOS"]

  private func swift(_ policy: String, on platform: String) throws -> [GeneratedFile] {
    let path = "Tests/Fixtures/Generation/\(policy).bgpolicy.yaml"
    let code = try DrivenCode(try Project.text(path), named: path)
    return code.swift.map { file in
      GeneratedFile(path: file.path, text: PlatformText(file.text, on: platform).text)
    }
  }

  /// The stubs have all API, so the test searches for the names of missing API.
  private static let missing = [
    "macOS": ["BGTask", "import BackgroundTasks", "multipathServiceType", ".appRefresh"],
    "macCatalyst": ["BGContinuedProcessing"],
    "tvOS": ["BGContinuedProcessing", "BGHealthResearch", "multipathServiceType"],
    "visionOS": ["BGContinuedProcessing"],
  ]

  private static let compilations = policies.flatMap { policy in platforms.map { (policy, $0) } }

  @Test(arguments: compilations.sampled) func compilesOnEach(_ policy: String, platform: String) async throws
  {
    let files = try swift(policy, on: platform)
    for name in Self.missing[platform] ?? [] {
      for file in files {
        let lines = file.text.split(separator: "\n").filter {
          !$0.trimmingPrefix(while: { $0 == " " }).hasPrefix("//") && $0.contains(name)
        }
        #expect(lines.isEmpty, "\(file.path) has \(name) on \(platform)")
      }
    }
    let folder = try ScratchFolder()
    let paths = try files.map { try folder.write($0.text, to: $0.path) }
    let result = try await StubModules.built.compile(paths, mode: .six)
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test(arguments: [
    ("iOS", ["library", "phone", "desk", "share", "lookUp"]), ("macOS", ["library", "desk", "share"]),
    ("macCatalyst", ["library", "desk"]), ("tvOS", ["library", "lookUp"]),
    ("visionOS", ["library", "phone"]),
  ])
  func hasTheSessionsOfThePlatform(_ platform: String, _ sessions: [String]) throws {
    let text = try #require(
      try swift("mixed-platforms", on: platform).first { $0.name == "MixedSessions.swift" }
    ).text
    let found = text.matches(of: #/static var (\w+): URLSessionConfiguration/#).map { String($0.1) }
    #expect(found == sessions)
  }
}

/// The lines of a Swift file that a platform compiles.
private struct PlatformText {
  private(set) var text = ""

  /// Conditions that are not about a platform stay unchanged.
  init(_ source: String, on platform: String) {
    // Whether the lines are compiled, and whether the compiler evaluates the directive, from the outermost to
    // the innermost branch.
    var branches: [(isThere: Bool, isOfCompiler: Bool)] = []
    for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
      let directive = line.trimmingPrefix { $0 == " " }
      let isOfCompiler: Bool
      if directive.hasPrefix("#if ") {
        let condition = directive.dropFirst(4)
        isOfCompiler = !condition.contains("os(") && !condition.contains("targetEnvironment")
        branches.append((isOfCompiler || Self.holds(condition, on: platform), isOfCompiler))
      } else if directive == "#else", let last = branches.last, !last.isOfCompiler {
        isOfCompiler = false
        branches[branches.count - 1].isThere.toggle()
      } else if directive == "#endif", let last = branches.popLast() {
        isOfCompiler = last.isOfCompiler
      } else {
        isOfCompiler = true
      }
      if isOfCompiler, branches.allSatisfy(\.isThere) { text += line + "\n" }
    }
  }

  private static func holds(_ condition: Substring, on platform: String) -> Bool {
    condition.split(separator: " && ").allSatisfy { part in
      let any = part.trimmingCharacters(in: ["(", ")"])
      return any.components(separatedBy: " || ").contains { word in
        let isNegated = word.hasPrefix("!")
        let name = word.drop { $0 == "!" }.prefix { $0 != ")" }.drop { $0 != "(" }.dropFirst()
        let isThis =
          switch name {
          case "macCatalyst": platform == "macCatalyst"
          case "iOS": platform == "iOS" || platform == "macCatalyst"
          case "BackgroundTasks", "UIKit": platform != "macOS"
          // The version of the compiler.
          case ">=6.2": true
          default: name == platform
          }
        return isThis != isNegated
      }
    }
  }
}
