import Foundation
import GenerationFixtures
import PolicyGen
import PolicyModel
import TestSupport
import Testing

/// The code of the page about integration compiles together with the generated code.
@Suite struct IntegratingTests {
  private static let page = Result { try Project.text("Documentation/integrating.md") }

  /// The Swift blocks whose first line is a comment with one of `names`.
  private func blocks(_ names: [String]) throws -> [String] {
    try Self.page.get().components(separatedBy: "```swift\n// ").dropFirst().compactMap { rest in
      let code = rest.components(separatedBy: "```")[0]
      // Linux has no Objective-C.
      return names.contains { code.hasPrefix($0 + "\n") }
        ? "// " + code.replacing("@objc ", with: "") : nil
    }
  }

  /// Compiles the blocks with the copies of the library's files, or with the library.
  private func compile(
    _ style: String, _ names: [String], mode: StubModules.Mode, runtime: String = "inline",
    without folder: String? = nil
  ) async throws {
    let path = "Examples/Photos/bgpolicy.yaml"
    var text = try Project.text(path).replacing(
      "\ngenerate:\n", with: "\ngenerate:\n  style: \(style)\n  runtime: \(runtime)\n")
    if names.contains("Queue") {
      let shared =
        "  shared: { session: share, direction: upload, source: file, size: 4MB, queue: true, endpoint: https://photos.example.com/share }\n"
      text = text.replacing("batch: 100 }\n", with: "batch: 100 }\n    queue: true\n")
        .replacing("\nscenarios:\n", with: shared + "\nscenarios:\n")
    }
    if names.contains("Settings") {
      text = text.replacing("allowsCellularAccess: false", with: "allowsCellularAccess: runtime")
    }
    if names.contains("Testing") {
      text = text.replacing("\ngenerate:\n", with: "\ngenerate:\n  testing: true\n")
    }
    if names.contains("Observer") {
      text = text.replacing(
        "\ngenerate:\n", with: "\ngenerate:\n  observers: [progress, challenges]\n")
    }
    if names.contains("Widget") {
      text = text.replacing("type: extension", with: "type: widget")
    }
    if names.contains("Recorder") {
      text = text.replacing("\ngenerate:\n", with: "\ngenerate:\n  recorder: true\n")
    }
    let reading = PolicyFile.reading(text, at: path)
    #expect(reading.diagnostics == [])
    let files = Generator.files(
      for: try #require(reading.policy), provenance: Provenance(policy: path))
    var blocks = try blocks(names)
    #expect(blocks.count >= names.count)
    // Another type launches the app.
    if names.contains("SwiftUI tests") {
      blocks = blocks.map { $0.replacing("@main\nstruct PhotosApp", with: "struct PhotosApp") }
    }
    let scratch = try ScratchFolder()
    let imports = "import Foundation\n" + (runtime == "package" ? "import \(RuntimeFile.module)\n" : "")
    let paths =
      try files.filter { $0.path.hasSuffix(".swift") && folder.map($0.path.hasPrefix) != true }
      .map { try scratch.write($0.text, to: $0.path) }
      + [try scratch.write(imports + blocks.joined(separator: "\n"), to: "Page.swift")]
    let isDebug = names.contains("Testing")
    let result = try await StubModules.built.compile(paths, mode: mode, isDebug: isDebug)
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test(arguments: StubModules.Mode.allCases) func uikitCompiles(_ mode: StubModules.Mode) async throws {
    try await compile("uikit", ["UIKit", "Share", "Handler"], mode: mode)
  }

  private static let more = ["Queue", "Testing", "Recorder", "Observer", "Log", "Settings"]

  @Test func queueAndTestCompile() async throws {
    try await compile("uikit", ["UIKit", "Share", "Handler"] + Self.more, mode: .six)
  }

  @Test func swiftUICompiles() async throws {
    try await compile("swiftui", ["SwiftUI", "Handler", "Share", "Widget"], mode: .six)
  }

  @Test func swiftUILaunchesAnotherAppInTests() async throws {
    try await compile("swiftui", ["SwiftUI", "SwiftUI tests", "Handler", "Share"], mode: .mainActor)
  }

  /// The strictest mode wants the library's import in each file that calls a method of the library.
  @Test(arguments: [StubModules.Mode.five, .mainActor]) func allCompilesWithTheLibrary(
    _ mode: StubModules.Mode
  ) async throws {
    try await compile("uikit", ["UIKit", "Share", "Handler"] + Self.more, mode: mode, runtime: "package")
  }

  /// The extension compiles without the files of the app.
  @Test func extensionCompiles() async throws {
    try await compile("uikit", ["Share"], mode: .mainActor, without: "App/")
  }

  /// The page compiles all of its code.
  @Test func everyBlockHasAName() throws {
    let blocks = try Self.page.get().components(separatedBy: "```swift\n").dropFirst()
    #expect(!blocks.isEmpty)
    #expect(blocks.allSatisfy { $0.hasPrefix("// ") })
  }
}
