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

  /// What it does, and why it is not safe.
  var titleAndSafety: String {
    "\(title) (" + (safety.reason.map { "unsafe fix: \($0)" } ?? "safe fix") + ")"
  }

  /// What it does, and the option that makes it; without one where no option changes the file that it is for.
  var titleAndOption: String {
    guard isWithinPolicy else { return title }
    return title + (safety.reason.map { " (--fix=all, unsafe: \($0))" } ?? " (--fix)")
  }
}
