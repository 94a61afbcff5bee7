/// Options of the generated files.
package struct Generation: Sendable {
  /// The folder for the generated files, relative to the policy.
  package var output = Setting("Generated")
  /// The folder for the generated files other than code, relative to the policy; `nil` for the folder `output`.
  package var supportOutput: Located<String>?
  /// The access level of the generated declarations.
  package var access = Setting(AccessLevel.internal)
  /// How the app receives its tasks.
  package var style = Setting(GenerationStyle.uikit)
  /// The Swift language mode of the module that contains the generated files.
  package var swiftLanguageMode = Setting(6)
  /// The tool that generates the Xcode project and has its own format for property lists.
  package var projectSpec = Setting(ProjectSpec.none)
  /// How the app gets the code that is the same in every app.
  package var runtime = Setting(RuntimeDelivery.inline)
  /// Whether unit tests can run the app's handler.
  package var testing = Setting(false)
  /// Whether the generated code records launches, submissions and other background events in a file.
  package var recorder = Setting(false)
  /// The moments of transfers that generated code reports to the app, in addition to the ends of transfers.
  package var observers: Located<[Located<TransferMoment>]>?
  /// The keys that the mapping contains, in order.
  package var writtenKeys: [WrittenKey] = []
}

/// The access level of a declaration.
package enum AccessLevel: String, StringEnum {
  case `internal`, `package`, `public`
}

/// A moment of a transfer that generated code can report to an app.
package enum TransferMoment: String, StringEnum {
  case progress, challenges, metrics, delayedRequests
}

/// How an app gets the code that is the same in every app: as copies of its files, or as a Swift package.
package enum RuntimeDelivery: String, StringEnum {
  case inline, package
}

/// How an app receives its tasks.
package enum GenerationStyle: String, StringEnum {
  case uikit, swiftui
}

/// A tool that generates an Xcode project from a specification.
package enum ProjectSpec: String, StringEnum {
  case none, xcodegen, tuist
}
