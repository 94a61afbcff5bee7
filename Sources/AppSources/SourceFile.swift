/// A source file of the app.
package struct SourceFile: Sendable {
  /// The path, relative to the folder that is read.
  package let path: String
  /// The text.
  package let text: String
  /// The name of the target that compiles it; `nil` if it is not known or if there are several.
  ///
  /// Types of the same name are told apart by it.
  package let target: String?
  /// Whether it belongs to tests. Their code runs in no app, so it gives no facts and counts for nothing.
  package let isTest: Bool

  /// A file of the app, or of tests if its path looks like one of theirs and nothing else is said.
  package init(path: String, text: String, target: String? = nil, isTest: Bool? = nil) {
    self.path = path
    self.text = text
    self.target = target
    self.isTest = isTest ?? Self.looksLikeTest(path)
  }

  /// Whether a path is one of tests by its folders and name, such as `AppTests/SyncTests.swift`.
  private static func looksLikeTest(_ path: String) -> Bool {
    let parts = path.split(separator: "/")
    if parts.dropLast().contains(where: { $0.hasSuffix("Tests") || $0 == "Test" }) { return true }
    return ["Tests.swift", "Tests.m", "Tests.mm"].contains { parts.last?.hasSuffix($0) ?? false }
  }
}
