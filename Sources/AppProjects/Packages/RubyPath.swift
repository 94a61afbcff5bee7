/// A reader of the path that an expression of Ruby names, relative to the folder of its file.
struct RubyPath {
  private var tokens: ArraySlice<RubyCall.Token>
  /// The most calls within each other. The path of an app's file has a few.
  private static let mostCalls = 16

  init(_ tokens: ArraySlice<RubyCall.Token>) { self.tokens = tokens }

  var next: RubyCall.Token? { tokens.first }

  mutating func skip(_ token: RubyCall.Token) { if next == token { tokens = tokens.dropFirst() } }

  /// Whether nothing follows that could change the path.
  var isAtEnd: Bool {
    switch next {
    case nil, .sign(")")?, .sign(",")?, .sign(";")?, .sign("}")?, .word("if")?, .word("unless")?,
      .word("end")?:
      true
    default: false
    }
  }

  /// The path; `nil` if it is computed in another way.
  mutating func path() -> String? { path(within: 0) }

  private mutating func path(within calls: Int) -> String? {
    guard calls <= Self.mostCalls, let token = tokens.popFirst() else { return nil }
    switch token {
    case .text(let text): return text
    case .word("__dir__"): return "."
    case .word("__FILE__"): return "./Podfile"
    case .word("File"), .word("IO"):
      guard tokens.popFirst() == .sign("."), case .word(let name)? = tokens.popFirst(),
        let paths = arguments(within: calls + 1), let first = paths.first
      else { return nil }
      switch name {
      case "read": return paths.count == 1 ? first : nil
      case "join": return paths.joined(separator: "/")
      case "expand_path": return paths.count == 1 ? first : "\(paths[1])/\(first)"
      case "dirname": return first == "./Podfile" ? "." : nil
      default: return nil
      }
    default: return nil
    }
  }

  /// The paths between parentheses, or to the end of the call.
  private mutating func arguments(within calls: Int) -> [String]? {
    let isOpen = next == .sign("(")
    skip(.sign("("))
    var paths: [String] = []
    repeat {
      if !paths.isEmpty { skip(.sign(",")) }
      guard let path = path(within: calls) else { return nil }
      paths.append(path)
    } while next == .sign(",")
    guard isOpen else { return isAtEnd ? paths : nil }
    return tokens.popFirst() == .sign(")") ? paths : nil
  }
}
