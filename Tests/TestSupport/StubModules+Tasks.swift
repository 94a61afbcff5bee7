extension StubModules {
  /// Builds Swift files and the driver of tasks to a program that runs them on the fakes, and gives what the compiler said.
  package func linkTasks(_ files: [String], to program: String) throws -> Shell.Result {
    let driver = try Project.names(in: "Tests/Stubs/TaskDriver").map {
      Project.path("Tests/Stubs/TaskDriver/\($0)")
    }
    return try Shell.run(
      ["swiftc", "-parse-as-library", "-module-name", "Generated", "-package-name", "generated"]
        + ["-suppress-warnings", "-wmo", "-Onone", "-I", folder.path, "-o", program]
        + ["-Xfrontend", "-import-module", "-Xfrontend", "FoundationBG"]
        + Self.modules.map { folder.path("\($0).o") } + driver + files)
  }
}
