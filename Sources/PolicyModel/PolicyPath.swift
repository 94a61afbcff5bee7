/// The way from the root of a policy to a value, as findings show it: `transfers.cameraRoll.submit`.
package struct PolicyPath: Hashable, Sendable, CustomStringConvertible {
  /// A part of the way.
  package enum Step: Hashable, Sendable {
    /// A key of a mapping.
    case key(String)
    /// A position in a list, from 0.
    case item(Int)
  }

  /// The parts from the root on; there is at least one.
  package let steps: [Step]

  /// A way of parts.
  package init(_ steps: [Step]) {
    self.steps = steps
  }

  /// A way along keys.
  package init(_ keys: String...) {
    steps = keys.map { .key($0) }
  }

  /// The way that a text names: keys separated by dots, list positions in brackets, keys that hold a dot in quotes.
  ///
  /// Parameters of the model have dots in their names and nothing below them, so below `model` quotes may be left out.
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
    guard !steps.isEmpty else { return nil }
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

  /// The way that is this one and a key more.
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
