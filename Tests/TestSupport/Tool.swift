internal import Foundation

/// The built tool, called in the same way as by a user.
package enum Tool {
  /// The path of the executable, which is next to the test bundle.
  package static let path: String = {
    var folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    // On macOS, the tests run inside a bundle, some folders below the executable.
    while folder.path.count > 1,
      !FileManager.default.isExecutableFile(atPath: folder.appending(path: "bgpolicy").path)
    {
      folder = folder.deletingLastPathComponent()
    }
    return folder.appending(path: "bgpolicy").path
  }()

  /// The path of the reader of apps; `nil` if the reader was not built, because the toolchain has no SwiftSyntax.
  package static let readerPath: String? = {
    let path = URL(filePath: Tool.path).deletingLastPathComponent().appending(path: "bgpolicy-appreader").path
    return FileManager.default.isExecutableFile(atPath: path) ? path : nil
  }()

  /// Runs the tool with some words.
  package static func run(
    _ words: String..., input: String? = nil, in folder: String = Project.root,
    environment: [String: String] = [:]
  ) throws -> Shell.Result {
    try run(words: words, input: input, in: folder, environment: environment)
  }

  /// Runs the tool with a list of words.
  package static func run(
    words: [String], input: String? = nil, in folder: String = Project.root,
    environment: [String: String] = [:]
  ) throws -> Shell.Result {
    try Shell.run([path] + words, input: input, in: folder, environment: environment)
  }
}
