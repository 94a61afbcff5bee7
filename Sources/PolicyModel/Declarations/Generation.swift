/// Options of the generated files.
package struct Generation: Sendable {
  /// The folder for the generated files, relative to the policy.
  package var output = Setting("Generated")
  /// The folder for the generated files that are no code, relative to the policy; `nil` for that of the code.
  package var supportOutput: Located<String>?
  /// The access level of the generated declarations.
  package var access = Setting(AccessLevel.internal)
  /// How the app receives its tasks.
  package var style = Setting(GenerationStyle.uikit)
  /// The Swift language mode of the module that contains the generated files.
  package var swiftLanguageMode = Setting(6)
  /// The tool that generates the Xcode project and has its own format for property lists.
  package var projectSpec = Setting(ProjectSpec.none)
  /// Whether unit tests can run the app's handler.
  package var testing = Setting(false)
  /// Whether the app records its own life in the background.
  package var recorder = Setting(false)
  /// The moments of transfers, in addition to their ends, of which the app may hear.
  package var observers: Located<[Located<TransferMoment>]>?
  /// The keys that occur, in order.
  package var writtenKeys: [WrittenKey] = []
}

/// The access level of a declaration.
package enum AccessLevel: String, StringEnum {
  case `internal`, `package`, `public`
}

/// A moment of a transfer that an app may hear of.
package enum TransferMoment: String, StringEnum {
  case progress, challenges, metrics, delayedRequests
}

/// How an app receives its tasks.
package enum GenerationStyle: String, StringEnum {
  case uikit, swiftui
}

/// A tool that generates an Xcode project from a specification.
package enum ProjectSpec: String, StringEnum {
  case none, xcodegen, tuist
}
