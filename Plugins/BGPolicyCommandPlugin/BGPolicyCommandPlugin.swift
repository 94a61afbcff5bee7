import Foundation
import PackagePlugin

/// Runs bgpolicy in a package: `swift package bgpolicy`, with the words behind it.
@main struct BGPolicyCommandPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    try Tool(url: context.tool(named: "bgpolicy").url).run(arguments, in: context.package.directoryURL)
  }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension BGPolicyCommandPlugin: XcodeCommandPlugin {
    func performCommand(context: XcodePluginContext, arguments: [String]) throws {
      // Xcode lets people choose targets, and says so by an option of its own.
      var words: [String] = []
      var rest = arguments[...]
      while let word = rest.popFirst() {
        if word == "--target" { rest = rest.dropFirst() } else { words.append(word) }
      }
      try Tool(url: context.tool(named: "bgpolicy").url).run(words, in: context.xcodeProject.directoryURL)
    }
  }
#endif

/// The tool as the plugin calls it.
private struct Tool {
  /// Where it is.
  let url: URL

  /// Runs it in a folder; words that name no command are those of `compile`.
  func run(_ words: [String], in folder: URL) throws {
    let process = Process()
    process.executableURL = url
    process.arguments = Self.hasCommand(words) ? words : ["compile"] + words
    process.currentDirectoryURL = folder
    try process.run()
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      throw Failure(status: process.terminationStatus)
    }
  }

  private static func hasCommand(_ words: [String]) -> Bool {
    guard let first = words.first else { return false }
    return !first.hasPrefix("-") || first == "--help" || first == "--version"
  }
}

/// What the tool tells by its exit status; the reason stands above it.
private struct Failure: Error, CustomStringConvertible {
  let status: Int32

  var description: String { "bgpolicy ended with exit status \(status)" }
}
