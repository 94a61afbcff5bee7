internal import Quantities

/// A source file of the app.
package struct SourceFile: Sendable {
  /// The path, relative to the folder that is read.
  package let path: String
  /// The content of the file.
  package let text: String
  /// The name of the target that compiles the file; `nil` if the target is not known or if several targets compile the file.
  ///
  /// The target distinguishes types of the same name.
  package let target: String?
  /// Whether the file belongs to tests. The code of tests does not run in the app, so the file yields no facts.
  package let isTest: Bool

  /// Creates a source file. Without `isTest`, the path decides whether the file belongs to tests.
  package init(path: String, text: String, target: String? = nil, isTest: Bool? = nil) {
    self.path = path
    self.text = text
    self.target = target
    self.isTest = isTest ?? Self.looksLikeTest(path)
  }

  /// Whether the folders and the name of a path look like the path of a test, such as `AppTests/SyncTests.swift`.
  private static func looksLikeTest(_ path: String) -> Bool {
    let parts = path.pathNames
    if parts.dropLast().contains(where: { $0.hasSuffix("Tests") || $0 == "Test" }) { return true }
    return ["Tests.swift", "Tests.m", "Tests.mm"].contains { parts.last?.hasSuffix($0) ?? false }
  }
}
