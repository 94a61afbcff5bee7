import Testing

/// A mistake in one place of an example app, and exactly the findings that the mistake must have.
struct SeededDefect: Sendable, CustomTestStringConvertible {
  let app: ExampleApp
  let testDescription: String
  let file: String
  /// The text to replace, which occurs once.
  let text: String
  let replacement: String
  /// The findings, each as `file:line rule`, or `:line rule` in the changed file itself.
  let findings: [String]

  init(
    _ app: ExampleApp, _ description: String, in file: String, _ text: String, with replacement: String,
    finds findings: [String]
  ) {
    self.app = app
    testDescription = "\(app.name): \(description)"
    self.file = file
    self.text = text
    self.replacement = replacement
    self.findings = findings.map { $0.hasPrefix(":") ? file + $0 : $0 }.sorted()
  }
}
