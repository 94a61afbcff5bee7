import Foundation

/// The files that a policy names, and those that they name in turn: the policies that it extends among them.
///
/// The tool that reads policies is not built yet when a build is planned, so every word is tried, whatever YAML makes of
/// it. A file too many costs a run of the tool that changes nothing; one too few would leave old code in the build.
struct NamedFiles {
  /// The files without the policy itself, sorted.
  var urls: [URL] { paths.sorted().map { URL(filePath: $0) } }

  private var paths: Set<String> = []

  init(of policy: URL) {
    let policy = policy.standardizedFileURL
    add(from: policy)
    paths.remove(policy.path)
  }

  private mutating func add(from file: URL) {
    guard let text = try? String(contentsOf: file, encoding: .utf8) else { return }
    let folder = file.deletingLastPathComponent()
    for word in Self.words(in: text) {
      let url = URL(filePath: word, relativeTo: folder).standardizedFileURL
      guard Self.isFile(url), paths.insert(url.path).inserted else { continue }
      add(from: url)
    }
  }

  private static func isFile(_ url: URL) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) && !isFolder.boolValue
  }

  /// What may be a path: each word, each text in quotes, and what follows a key or a hyphen up to the end of the line.
  private static func words(in text: String) -> Set<String> {
    var words: Set<String> = []
    for line in text.split(whereSeparator: \.isNewline) {
      words.formUnion(line.split { " \t,[]{}\"'".contains($0) }.map(String.init))
      for quote in ["\"", "'"] { words.formUnion(line.components(separatedBy: quote)) }
      for mark in [": ", "- "] {
        words.formUnion(line.components(separatedBy: mark).map { $0.trimmingCharacters(in: .whitespaces) })
      }
    }
    return words.filter { !$0.isEmpty }
  }
}
