import Foundation
import PackagePlugin

/// The policy of a target.
struct PolicyFile {
  /// What it can be called.
  static let names = ["bgpolicy.yaml", "bgpolicy.yml"]

  /// Where it is.
  let url: URL

  init(at url: URL) {
    self.url = url
  }

  /// The policy in a folder; `nil` where there is none.
  init?(in folder: URL) {
    let candidates = Self.names.map { folder.appending(path: $0) }
    guard let url = candidates.first(where: { FileManager.default.fileExists(atPath: $0.path) }) else {
      return nil
    }
    self.url = url
  }

  /// The command that compiles it to one Swift file, again whenever it or what it builds on has changed.
  ///
  /// A build has to know what a command writes before it runs it, so the file's name depends on nothing in the policy.
  func compilation(for target: String, in package: URL, by tool: URL, into folder: URL) -> Command {
    let output = folder.appending(path: "BackgroundPolicy.swift")
    return .buildCommand(
      displayName: "Compiling the background policy of \(target)",
      executable: tool,
      arguments: ["compile", url.path, "--single-file", output.path, "--format", "gcc", "--quiet"],
      inputFiles: [url] + bases(in: package),
      outputFiles: [output])
  }

  /// What it may build on: the files that it names, and the policies in its folder and in those above it.
  ///
  /// A plan of a build outlives changes to the policy. The policies above are there for the day on which it extends one
  /// of them.
  private func bases(in package: URL) -> [URL] {
    var paths = Set(NamedFiles(of: url).urls.map(\.path))
    var folder = url.standardizedFileURL.deletingLastPathComponent()
    let root = package.standardizedFileURL.path
    while folder.path == root || folder.path.hasPrefix(root + "/") {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      paths.formUnion(names.filter(Self.isPolicy).map { folder.appending(path: $0).path })
      folder.deleteLastPathComponent()
    }
    paths.remove(url.standardizedFileURL.path)
    return paths.sorted().map { URL(filePath: $0) }
  }

  private static func isPolicy(_ name: String) -> Bool {
    names.contains { name == $0 || name.hasSuffix(".\($0)") }
  }
}
