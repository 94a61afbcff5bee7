import Foundation
import PolicyGen
import TestSupport
import Testing

/// The example apps, with their generated code.
@Suite struct AppExampleTests {
  private static let apps = ["Diary", "Headlines"]

  /// The Swift files in some folders of an app, without the test cases of XCTest.
  private static func files(of app: String, in folders: [String]) throws -> [GeneratedFile] {
    try folders.flatMap { folder -> [GeneratedFile] in
      let path = "Examples/Apps/\(app)/\(folder)"
      return try Project.names(in: path).filter { $0.hasSuffix(".swift") && !$0.hasSuffix("WorkTests.swift") }
        .map { name in
          // In this test, the tests belong to the module of the app.
          let text = try Project.text("\(path)/\(name)").replacing("@testable import \(app)\n", with: "")
            .replacing("import BackgroundRuntime\n", with: "")
          return GeneratedFile(path: "\(app)\(folder.replacing("/", with: ""))\(name)", text: text)
        }
    }
  }

  /// The files of the library, which the apps share: a module has the runtime once.
  private static func runtime() throws -> [GeneratedFile] {
    let path = "Sources/BackgroundRuntime"
    return try Project.names(in: path).map {
      GeneratedFile(path: $0, text: try Project.text("\(path)/\($0)"))
    }
  }

  /// All apps are compiled in one call together with their tests, because calls of the compiler are slow.
  @Test(arguments: StubModules.Mode.allCases) func appsCompile(_ mode: StubModules.Mode) async throws {
    let files =
      try Self.runtime()
      + Self.files(
        of: "Diary", in: ["App", "Share", "Tests", "Generated/App", "Generated/Share", "Generated/Shared"])
      + Self.files(
        of: "Headlines",
        in: ["App", "Widget", "Tests", "Generated/App", "Generated/Widget", "Generated/Shared"]
      ).map { GeneratedFile(path: $0.path, text: $0.text.replacing("@main\n", with: "")) }
    try await compile(files, mode)
  }

  /// An extension compiles without the app's files.
  @Test func extensionsCompile() async throws {
    try await compile(
      try Self.runtime() + Self.files(of: "Diary", in: ["Share", "Generated/Share", "Generated/Shared"])
        + Self.files(of: "Headlines", in: ["Widget", "Generated/Widget", "Generated/Shared"]), .six)
  }

  private func compile(_ files: [GeneratedFile], _ mode: StubModules.Mode) async throws {
    let folder = try ScratchFolder()
    let paths = try files.map { try folder.write($0.text, to: $0.path) }
    let result = try await StubModules.built.compile(paths, mode: mode, isDebug: true)
    #expect(result.status == 0, "\(result.errors)")
  }

  /// The apps' own tests pass on the fakes.
  @Test func checksPass() async throws {
    let main = """
      import UIKit

      @main struct Checks {
        static func main() {
          nonisolated(unsafe) var problems: [String]?
          Executor.shared.install()
          Task.detached {
            do {
              problems = [
                try await DiaryWorkChecks.backup(), try await DiaryWorkChecks.refusals(),
                try await DiaryWorkChecks.tooLittleTime(), try DiaryWorkChecks.queueOfItsOwn(),
                try await HeadlinesWorkChecks.refresh(),
              ].compactMap { $0 }
            } catch {
              problems = ["\\(error)"]
            }
          }
          while problems == nil, Device.shared.now < 1_000 {
            Executor.shared.drain()
            Device.shared.advance(by: 1)
          }
          print(problems ?? ["the tests don't end"], Device.shared.broken)
        }
      }
      """
    let folder = try ScratchFolder()
    let files =
      try Self.runtime()
      + Self.files(of: "Diary", in: ["App", "Tests", "Generated/App", "Generated/Shared"])
      + Self.files(of: "Headlines", in: ["App", "Tests", "Generated/App", "Generated/Shared"])
    let paths =
      try files.map { file in
        try folder.write(file.text.replacing("@main\n", with: ""), to: file.path)
      } + [try folder.write(main, to: "Checks.swift")]
    let program = folder.path("checks")
    let build = try await StubModules.built.link(["-parse-as-library"] + paths, to: program)
    try #require(build.status == 0, "\(build.errors)")
    let run = try Shell.run(
      [program],
      environment: ["HOME": folder.path, "XDG_DATA_HOME": folder.path("data"), "TMPDIR": folder.path])
    #expect(run.output == "[] []\n", "\(run.output)\(run.errors)")
  }

  /// The specs of XcodeGen include the generated part, which names the same targets.
  @Test(arguments: apps) func specsIncludeTheGeneratedPart(_ app: String) throws {
    let spec = try Project.text("Examples/Apps/\(app)/project.yml")
    #expect(spec.contains("- Generated/\(app).xcodegen.yml\n"))
    let part = try Project.text("Examples/Apps/\(app)/Generated/\(app).xcodegen.yml")
    let targets = part.split(separator: "\n").filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
    #expect(targets.count == 2)
    for target in targets { #expect(spec.contains("\n\(target)\n"), "project.yml has no target \(target)") }
  }
}
