import AppFacts

@testable import AppProjects

/// A tree of files in memory.
struct MemoryTree: FileTree {
  var files: [String: [UInt8]]

  init(_ files: [String: String]) { self.files = files.mapValues { Array($0.utf8) } }

  func bytes(of path: String) -> [UInt8]? { files[path] }

  func names(in path: String) -> [String]? {
    let prefix = path.isEmpty ? "" : path + "/"
    var names: Set<String> = []
    for file in files.keys where file.hasPrefix(prefix) {
      names.insert(String(file.dropFirst(prefix.count).prefix { $0 != "/" }))
    }
    return names.isEmpty ? nil : names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}

extension FactValue {
  /// The value as a short text. An unresolved value is `?` and its pattern.
  var short: String {
    switch content {
    case nil: "?" + (pattern ?? "")
    case .null?: "null"
    case .bool(let isTrue)?: "\(isTrue)"
    case .number(let number)?: "\(number)"
    case .string(let text)?: text
    case .list(let values)?: "[" + values.map(\.short).joined(separator: ", ") + "]"
    case .dictionary(let entries)?:
      "{" + entries.map { "\($0.key): \($0.value.short)" }.joined(separator: ", ") + "}"
    }
  }
}

extension FactLocation {
  /// The place as `file:line:column`.
  var short: String { line == 0 ? file : "\(file):\(line):\(column)" }
}

extension [FactEntry] {
  /// The entries as short texts.
  var short: [String] { map { "\($0.key)=\($0.value.short)" } }
}
