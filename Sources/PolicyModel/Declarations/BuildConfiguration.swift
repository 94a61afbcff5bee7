/// The values of a build configuration of the app, such as Debug.
package struct BuildConfiguration: Named {
  /// The configuration's name in Xcode.
  package var name: Located<String>
  /// The bundle identifier in this configuration; `nil` if the configuration has the default bundle identifier.
  package var bundleIdentifier: Located<String>?
}

/// A build setting that Xcode substitutes for `$(NAME)` in property lists.
package struct BuildSetting: Sendable {
  /// The value of a build setting.
  package enum Value: Sendable {
    /// One value in every configuration.
    case same(Located<String>)
    /// A value for each listed configuration.
    case byConfiguration([(configuration: String, value: Located<String>)])
  }

  /// The setting's name.
  package let name: Located<String>
  /// The value in all configurations, or a value for each configuration.
  package let value: Value
}
