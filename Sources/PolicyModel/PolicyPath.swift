internal import PolicySyntax

/// The path from the root of a policy to a value, as in findings: `transfers.cameraRoll.submit`.
package struct PolicyPath: Hashable, Sendable, CustomStringConvertible {
  /// A step of a path.
  package enum Step: Hashable, Sendable {
    /// A key of a mapping.
    case key(String)
    /// An index in a list, from 0.
    case item(Int)
  }

  /// The steps from the root; at least one.
  package let steps: [Step]

  /// The number of steps in the longest path that is parsed. No policy nests more deeply.
  private static let mostSteps = YAMLLimits.standard.depth

  /// A path of steps.
  package init(_ steps: [Step]) {
    self.steps = steps
  }

  /// A path of keys.
  package init(_ keys: String...) {
    steps = keys.map { .key($0) }
  }

  /// Parses a path: keys separated by periods, list indices in brackets, keys that contain a period in quotes.
  ///
  /// After `model`, names need no quotes: the names of model parameters contain periods, and have no keys below.
  package init?(_ text: String) {
    var steps: [Step] = []
    var rest = Substring(text)
    while !rest.isEmpty {
      switch rest.first {
      case "[":
        guard let end = rest.firstIndex(of: "]"),
          let position = Int(rest[rest.index(after: rest.startIndex)..<end]),
          position >= 0, !steps.isEmpty
        else { return nil }
        steps.append(.item(position))
        rest = rest[rest.index(after: end)...]
      case "\"":
        guard let key = Self.quotedKey(&rest) else { return nil }
        steps.append(.key(key))
      default:
        let end =
          steps == [.key("model")] ? rest.endIndex : rest.firstIndex { ".[\"".contains($0) } ?? rest.endIndex
        guard end > rest.startIndex else { return nil }
        steps.append(.key(String(rest[..<end])))
        rest = rest[end...]
      }
      if rest.first == "." {
        rest = rest.dropFirst()
        guard !rest.isEmpty, rest.first != "[" else { return nil }
      } else if !rest.isEmpty, rest.first != "[" {
        return nil
      }
    }
    guard !steps.isEmpty, steps.count <= Self.mostSteps else { return nil }
    self.steps = steps
  }

  private static func quotedKey(_ rest: inout Substring) -> String? {
    rest = rest.dropFirst()
    var key = ""
    while let character = rest.popFirst() {
      switch character {
      case "\"": return key
      case "\\":
        guard let escaped = rest.popFirst() else { return nil }
        key.append(escaped)
      default: key.append(character)
      }
    }
    return nil
  }

  /// The path extended by a key.
  package func appending(_ key: String) -> PolicyPath { PolicyPath(steps + [.key(key)]) }

  package var description: String {
    steps.enumerated().map { index, step in
      switch step {
      case .item(let position): return "[\(position)]"
      case .key(let key):
        let needsQuotes = key.isEmpty || key.contains { ".[]\"".contains($0) }
        return (index == 0 ? "" : ".") + (needsQuotes ? Self.quoted(key) : key)
      }
    }.joined()
  }

  private static func quoted(_ key: String) -> String {
    "\"" + key.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "\""
  }
}
