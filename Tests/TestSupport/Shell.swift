internal import Foundation

/// Runs programs that check the tool's output.
package enum Shell {
  /// The output of a program and its exit status.
  package struct Result: Sendable {
    /// The exit status.
    package let status: Int32
    /// Standard output.
    package let output: String
    /// Standard error.
    package let errors: String
  }

  /// Runs a program that is found on the path, and waits for its end.
  package static func run(
    _ words: [String], input: String? = nil, in folder: String? = nil, environment: [String: String] = [:]
  ) throws -> Result {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = words
    if let folder { process.currentDirectoryURL = URL(filePath: folder) }
    let scratch = try ScratchFolder()
    // No test uses the caches of the user or of another test.
    process.environment = ProcessInfo.processInfo.environment
      .merging(["XDG_CACHE_HOME": scratch.path("caches")]) { $1 }.merging(environment) { $1 }
    // The output goes to files instead of pipes, because a full pipe would stop the program.
    let output = scratch.path("output")
    let errors = scratch.path("errors")
    for path in [output, errors] { try Data().write(to: URL(filePath: path)) }
    process.standardOutput = try FileHandle(forWritingTo: URL(filePath: output))
    process.standardError = try FileHandle(forWritingTo: URL(filePath: errors))
    let source = scratch.path("input")
    try (input ?? "").write(toFile: source, atomically: false, encoding: .utf8)
    process.standardInput = try FileHandle(forReadingFrom: URL(filePath: source))
    try process.run()
    process.waitUntilExit()
    return Result(
      status: process.terminationStatus,
      output: String(decoding: try Data(contentsOf: URL(filePath: output)), as: UTF8.self),
      errors: String(decoding: try Data(contentsOf: URL(filePath: errors)), as: UTF8.self))
  }
}

/// A folder that is deleted when the last reference to the object ends.
package final class ScratchFolder: Sendable {
  /// The path of the folder.
  package let path: String

  /// A new, empty folder.
  package convenience init() throws { try self.init(in: FileManager.default.temporaryDirectory.path) }

  /// A new, empty folder in another folder.
  package init(in parent: String) throws {
    path = "\(parent)/bgpolicy-tests-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The path of a file or folder in this folder.
  package func path(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file into the folder and returns the path of the file.
  @discardableResult
  package func write(_ text: String, to name: String) throws -> String {
    let path = path(name)
    try FileManager.default.createDirectory(
      atPath: URL(filePath: path).deletingLastPathComponent().path, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(filePath: path))
    return path
  }

  /// Writes an executable shell script into the folder and returns the path of the script.
  package func script(_ text: String, to name: String) throws -> String {
    let text = try write("#!/bin/sh\n\(text)\n", to: "\(name).sh")
    // The script is a copy: a file can't be run while a process has it open for writing, and a process that another test starts at this
    // moment may inherit the open file.
    let copy = try Shell.run(["/bin/cp", text, path(name)])
    guard copy.status == 0 else { throw CocoaError(.fileWriteUnknown) }
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path(name))
    return path(name)
  }

  /// Copies a folder of the project into this folder, and returns the path of the copy.
  package func copy(_ folder: String, to name: String) throws -> String {
    try FileManager.default.copyItem(atPath: Project.path(folder), toPath: path(name))
    return path(name)
  }
}

/// Files and folders of the project, found from this source file.
package enum Project {
  /// The folder that contains Package.swift.
  package static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path

  /// The path of a file or folder in the project.
  package static func path(_ name: String) -> String { "\(root)/\(name)" }

  /// The text of a file in the project.
  package static func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: path(name))), as: UTF8.self)
  }

  /// The names in a folder of the project, sorted.
  package static func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path(folder)).sorted()
  }

  /// The folders in Examples with a policy and its generated files; the other folders are packages that use
  /// the plugins.
  package static func examples() throws -> [String] {
    try names(in: "Examples").map { "Examples/\($0)" }.filter {
      FileManager.default.fileExists(atPath: path("\($0)/bgpolicy.yaml"))
    }
  }
}
