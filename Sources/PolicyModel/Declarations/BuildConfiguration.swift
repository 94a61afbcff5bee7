/// What differs in a build configuration of the app, such as Debug.
package struct BuildConfiguration: Named {
  /// The configuration's name in Xcode.
  package var name: Located<String>
  /// The bundle identifier there; `nil` where it is the same as elsewhere.
  package var bundleIdentifier: Located<String>?
}

/// A build setting that Xcode puts in the place of `$(NAME)` in property lists.
package struct BuildSetting: Sendable {
  /// What it is set to.
  package enum Value: Sendable {
    /// One value in every configuration.
    case same(Located<String>)
    /// A value for each configuration that is named.
    case byConfiguration([(configuration: String, value: Located<String>)])
  }

  /// The setting's name.
  package let name: Located<String>
  /// Its value.
  package let value: Value
}
