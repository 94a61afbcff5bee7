internal import Foundation

/// The modules of Apple's that generated code imports, as stubs, and the compiler that checks code against them.
package final class StubModules: Sendable {
  /// A language mode of the Swift compiler.
  package enum Mode: String, CaseIterable, Sendable {
    case five = "5"
    case six = "6"
  }

  let folder: ScratchFolder

  /// The modules, each behind those that it needs.
  static let modules = ["FakeDevice", "FoundationBG", "BackgroundTasks", "SwiftUI", "os"]

  private init() throws {
    folder = try ScratchFolder()
    for module in Self.modules {
      let sources = try Project.names(in: "Tests/Stubs/\(module)").map {
        Project.path("Tests/Stubs/\(module)/\($0)")
      }
      let result = try Shell.run(
        ["swiftc", "-c", "-wmo", "-parse-as-library", "-module-name", module, "-I", folder.path]
          + ["-o", folder.path("\(module).o"), "-emit-module"]
          + ["-emit-module-path", folder.path("\(module).swiftmodule")] + sources)
      guard result.status == 0 else { throw StubFailure(message: result.errors) }
    }
  }

  private struct StubFailure: Error {
    let message: String
  }

  /// The modules, built once for all tests.
  package static let shared = Result { try StubModules() }

  /// Compiles Swift files as one module, warnings as errors, and gives what the compiler said.
  ///
  /// It goes as far as SIL: type-checking alone overlooks data races, initialisation and missing returns.
  package func compile(_ files: [String], mode: Mode) throws -> Shell.Result {
    try Shell.run(
      [
        "swiftc", "-emit-sil", "-wmo", "-o", "/dev/null", "-parse-as-library", "-module-name", "Generated",
        "-package-name", "generated",
      ]
        + ["-swift-version", mode.rawValue, "-warnings-as-errors", "-I", folder.path]
        + (mode == .five ? ["-strict-concurrency=complete"] : [])
        + ["-Xfrontend", "-import-module", "-Xfrontend", "FoundationBG"] + files)
  }
}
