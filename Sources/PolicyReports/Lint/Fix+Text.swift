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

  /// The title, with the safety of the fix, and with the reason if the fix is not safe.
  var titleAndSafety: String {
    "\(title) (" + (safety.reason.map { "\(safety.name) fix: \($0)" } ?? "safe fix") + ")"
  }

  /// The title and the option that applies the fix. Only the title if the fix changes another file, which no
  /// option does.
  var titleAndOption: String {
    guard isWithinPolicy else { return title }
    return switch safety {
    case .safe: "\(title) (--fix)"
    case .unsafe(let reason): "\(title) (--fix=all, unsafe: \(reason))"
    case .displayOnly(let reason): "\(title) (display-only: \(reason))"
    }
  }
}
