/// What is generated, and how.
package struct Generation: Sendable {
  /// The folder for the files, relative to the policy.
  package var output = Setting("Generated")
  /// How far the generated declarations can be seen.
  package var access = Setting(AccessLevel.internal)
  /// How the app hears of its tasks.
  package var style = Setting(GenerationStyle.uikit)
  /// The language mode of the module that the files go into.
  package var swiftLanguageMode = Setting(6)
  /// What makes the Xcode project, and so wants the property lists in a form of its own.
  package var projectSpec = Setting(ProjectSpec.none)
  /// The keys that are there, in order.
  package var writtenKeys: [WrittenKey] = []
}

/// How far a declaration can be seen.
package enum AccessLevel: String, StringEnum {
  case `internal`, `package`, `public`
}

/// How an app hears of its tasks.
package enum GenerationStyle: String, StringEnum {
  case uikit, swiftui
}

/// What makes an Xcode project from a specification.
package enum ProjectSpec: String, StringEnum {
  case none, xcodegen, tuist
}
