import GenerationFixtures
import PolicyGen
import PolicyModel
import PolicySyntax
import TestSupport
import Testing

/// The part of a generated file that a test is about.
enum Snippet {
  /// The declaration or JSON member whose first line has a text, with its attributes and without its comments.
  case declaration(String)
  /// A number of lines, starting with the line that contains a text.
  case lines(Int, String)
  /// Everything from the line that begins with a text.
  case rest(String)
  /// The dictionary of a property list, indented by spaces.
  case propertyList

  /// The part of a text, without its indentation; `nil` if the text doesn't have it.
  func cut(from text: String) -> String? {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    switch self {
    case .declaration(let head):
      return lines.firstIndex { $0.contains(head) && !$0.isComment }.map {
        Self.declaration(at: $0, of: lines)
      }
    case .lines(let count, let text):
      return lines.firstIndex { $0.contains(text) }.map {
        lines[$0...].prefix(count).joined(separator: "\n")
      }
    case .rest(let text):
      return lines.firstIndex { $0.hasPrefix(text) }.map {
        lines[$0...].joined(separator: "\n").trimmed
      }
    case .propertyList:
      guard let first = lines.firstIndex(of: "<dict>"), let last = lines.lastIndex(of: "</dict>") else {
        return nil
      }
      return lines[first...last].joined(separator: "\n").replacing("\t", with: "  ")
    }
  }

  /// The lines of a declaration, up to the line that closes all brackets. Generated code has balanced brackets.
  private static func declaration(at head: Int, of lines: [String]) -> String {
    let depth = lines[head].prefix { $0 == " " }.count
    let attribute = String(repeating: " ", count: depth) + "@"
    let first = lines[..<head].lastIndex { !$0.hasPrefix(attribute) }.map { $0 + 1 } ?? 0
    var open = 0
    var result: [Substring] = []
    for line in lines[first...] where !line.isComment {
      result.append(line.dropFirst(depth))
      open += line.count { "([{".contains($0) } - line.count { ")]}".contains($0) }
      if open == 0, !line.hasPrefix(attribute) { break }
    }
    return result.joined(separator: "\n")
  }
}

/// Compares a part of a policy's generated file with the expected text, and shows the difference.
///
/// Unless the policy declares an app, it gets the app Photos for iOS 18. The line for the language is always added.
func expectSnippet(
  _ snippet: Snippet, of file: String, from policy: String, is expected: String,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let app = """
    app: { name: Photos, bundleIdentifier: com.example.photos, deploymentTarget: { iOS: "18.0" } }

    """
  let text = "schema: 1\n" + (policy.hasPrefix("app:") ? "" : app) + policy + "\n"
  let reading = PolicyReader.read(SourceText(name: "bgpolicy.yaml", text: text))
  try #require(reading.diagnostics == [], sourceLocation: sourceLocation)
  let files = Generator.files(
    for: try #require(reading.policy, sourceLocation: sourceLocation),
    provenance: Provenance(policy: "bgpolicy.yaml"))
  let generated = try #require(
    files.first { $0.name == file }, "no \(file) among \(files.map(\.path))", sourceLocation: sourceLocation)
  let found = try #require(
    snippet.cut(from: generated.text), "\(file) has no \(snippet)", sourceLocation: sourceLocation)
  guard found != expected else { return }
  let difference = UnifiedDiff(
    named: file, from: Array((expected + "\n").utf8), to: Array((found + "\n").utf8))
  Issue.record("\(file) is not as expected:\n\(difference.text)", sourceLocation: sourceLocation)
}

extension String {
  fileprivate var isComment: Bool { drop { $0 == " " }.hasPrefix("//") }

  fileprivate var trimmed: String {
    var text = self[...]
    while text.last == "\n" { text.removeLast() }
    return String(text)
  }
}
