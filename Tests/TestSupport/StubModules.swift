internal import Foundation

/// The modules of Apple's that generated code imports, as stubs, and the compiler that checks code against them.
package final class StubModules: Sendable {
  /// A language mode of the Swift compiler.
  package enum Mode: String, CaseIterable, Sendable {
    case five = "5"
    case six = "6"
  }

  private let folder: ScratchFolder

  /// The modules, each behind those that it needs.
  private static let modules = [
    "FakeDevice", "os", "FoundationBG", "BackgroundTasks", "UIKit", "SwiftUI", "Driver",
  ]

  private init() throws {
    folder = try ScratchFolder()
    for module in Self.modules {
      let result = try Shell.run(
        ["swiftc", "-c", "-wmo", "-parse-as-library", "-module-name", module, "-I", folder.path]
          + ["-o", folder.path("\(module).o"), "-emit-module"]
          + ["-emit-module-path", folder.path("\(module).swiftmodule")] + Self.sources(of: module))
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
      ["swiftc", "-emit-sil", "-wmo", "-o", "/dev/null", "-parse-as-library"] + places
        + ["-swift-version", mode.rawValue, "-warnings-as-errors"]
        + (mode == .five ? ["-strict-concurrency=complete"] : []) + files)
  }

  /// Builds Swift files and the driver of tasks to a program that runs them on the fakes, and gives what the compiler said.
  package func linkTasks(_ files: [String], to program: String) throws -> Shell.Result {
    try link(["-parse-as-library"] + files + Self.sources(of: "TaskDriver"), to: program)
  }

  /// Builds Swift files, one of which is `main.swift`, to a program that runs them on the fakes.
  package func link(_ files: [String], to program: String) throws -> Shell.Result {
    try Shell.run(
      ["swiftc", "-wmo", "-Onone", "-num-threads", "2", "-suppress-warnings", "-D", "DEBUG", "-o", program]
        + places + Self.modules.map { folder.path("\($0).o") } + files)
  }

  private var places: [String] {
    ["-module-name", "Generated", "-package-name", "generated", "-I", folder.path]
      + ["-Xfrontend", "-import-module", "-Xfrontend", "FoundationBG"]
  }

  private static func sources(of module: String) throws -> [String] {
    try Project.names(in: "Tests/Stubs/\(module)").map { Project.path("Tests/Stubs/\(module)/\($0)") }
  }
}
