internal import JSON
internal import PolicyLint
internal import PolicySyntax

extension Fix {
  /// The fix for programs, without its edits.
  var json: JSONValue {
    .members([
      "title": .string(title), "safety": .string(safety.name),
      "unsafeBecause": safety.reason.map { .string($0) },
    ])
  }

  /// The title, with the reason if it is not safe.
  var titleAndSafety: String {
    "\(title) (" + (safety.reason.map { "\(safety.name) fix: \($0)" } ?? "safe fix") + ")"
  }

  /// The title and the option that applies it; without one if no option changes its file.
  var titleAndOption: String {
    guard isWithinPolicy else { return title }
    return switch safety {
    case .safe: "\(title) (--fix)"
    case .unsafe(let reason): "\(title) (--fix=all, unsafe: \(reason))"
    case .displayOnly(let reason): "\(title) (display-only: \(reason))"
    }
  }
}
