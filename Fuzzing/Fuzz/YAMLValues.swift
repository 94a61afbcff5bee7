internal import Foundation
internal import JSON
internal import PolicySyntax

/// The values that the reader finds in files, which Scripts/yaml.sh compares with those of other readers.
enum YAMLValues {
  /// Prints a line of JSON for each file: its name, and its value or the first problem.
  static func print(of files: some Sequence<String>) {
    for file in files {
      let bytes = FileManager.default.contents(atPath: file).map(Array.init) ?? []
      var tree = NodeTree()
      let reading = YAMLReader.read(SourceText(name: file, bytes: bytes), into: &tree)
      let problem = reading.diagnostics.first.map { JSONValue.string("\($0.rule): \($0.message)") }
      let value = reading.root.map { json(YAMLData(tree, $0)) } ?? .null
      Swift.print(
        JSONValue.members(["file": .string(file), "problem": problem, "value": value]).compactText)
    }
  }

  /// Texts as `["s", text]`, other scalars as `["w", text]`, lists as `["l", …]`, mappings as `["m", key, value, …]`.
  private static func json(_ data: YAMLData) -> JSONValue {
    switch data {
    case .scalar(let text, let isText): [isText ? "s" : "w", .string(text)]
    case .list(let items): .array(["l"] + items.map(json))
    case .mapping(let members): .array(["m"] + members.flatMap { [json($0.key), json($0.value)] })
    }
  }
}
