internal import Foundation

/// Stubs of Apple's modules that generated code imports, and the compiler that checks code against the stubs.
package final class StubModules: Sendable {
  /// The settings with which an app compiles its Swift.
  package enum Mode: String, CaseIterable, Sendable {
    case five
    case six
    /// The settings of a new project in Xcode 26, which isolate code to the main actor by default.
    case mainActor

    fileprivate var options: [String] {
      switch self {
      case .five: ["-swift-version", "5", "-strict-concurrency=complete"]
      case .six: ["-swift-version", "6"]
      case .mainActor:
        ["-swift-version", "6", "-default-isolation", "MainActor"]
          + ["NonisolatedNonsendingByDefault", "InferIsolatedConformances", "MemberImportVisibility"]
          .flatMap { ["-enable-upcoming-feature", $0] }
      }
    }
  }

  private let folder: ScratchFolder

  /// The stubs, each after the stubs that its code imports. Scripts/plugins.sh builds them as well, and reads their names here.
  private static let modules = [
    "FakeDevice", "os", "FoundationBG", "BackgroundTasks", "UIKit", "SwiftUI", "WidgetKit", "Driver",
  ]

  /// The library that generated code imports if it has no copies of the library's files. It is part of the product.
  private static let runtime = "BackgroundRuntime"

  private init() throws {
    folder = try ScratchFolder()
    for module in Self.modules + [Self.runtime] {
      let result = try Shell.run(
        ["swiftc", "-c", "-wmo", "-parse-as-library", "-module-name", module, "-I", folder.path]
          + ["-o", folder.path("\(module).o"), "-emit-module"]
          + ["-emit-module-path", folder.path("\(module).swiftmodule")]
          // A debug build of an app has a debug build of the library, which has the functions for unit tests.
          + (module == Self.runtime ? Self.implicitImports + ["-D", "DEBUG"] : [])
          + Self.sources(of: module))
      guard result.status == 0 else { throw StubFailure(message: result.errors) }
    }
  }

  private struct StubFailure: Error {
    let message: String
  }

  /// The modules, built once for all tests.
  private static let shared = Task(priority: .high) { try StubModules() }

  /// Returns the modules when they have been built. In the meantime, the thread is free for tests without modules.
  package static var built: StubModules { get async throws { try await shared.value } }

  /// Compiles Swift files as one module, warnings as errors, and returns the compiler's output.
  ///
  /// The compiler generates SIL, because type-checking alone overlooks data races, missing initialization and missing
  /// returns. A debug build has more code.
  package func compile(_ files: [String], mode: Mode, isDebug: Bool = false) throws -> Shell.Result {
    try Shell.run(
      ["swiftc", "-emit-sil", "-wmo", "-o", "/dev/null", "-parse-as-library"] + places
        + mode.options + (isDebug ? ["-D", "DEBUG"] : []) + ["-warnings-as-errors"] + files)
  }

  /// Builds Swift files and the driver of tasks to a program that runs them on the fakes, and returns the
  /// compiler's output.
  package func linkDriven(_ files: [String], to program: String) throws -> Shell.Result {
    try link(["-parse-as-library"] + files + Self.sources(of: "TaskDriver"), to: program)
  }

  /// Builds Swift files, one of which is `main.swift`, to a program that runs them on the fakes.
  package func link(_ files: [String], to program: String) throws -> Shell.Result {
    try Shell.run(
      ["swiftc", "-wmo", "-Onone", "-num-threads", "2", "-suppress-warnings", "-D", "DEBUG", "-o", program]
        + places + (Self.modules + [Self.runtime]).map { folder.path("\($0).o") } + files)
  }

  private var places: [String] {
    ["-module-name", "Generated", "-package-name", "generated", "-I", folder.path]
      + Self.implicitImports
  }

  /// The compiler options that make Foundation contain the fakes of background sessions.
  private static let implicitImports = ["-Xfrontend", "-import-module", "-Xfrontend", "FoundationBG"]

  private static func sources(of module: String) throws -> [String] {
    let folder = module == runtime ? "Sources/\(module)" : "Tests/Stubs/\(module)"
    return try Project.names(in: folder).map { Project.path("\(folder)/\($0)") }
  }
}
