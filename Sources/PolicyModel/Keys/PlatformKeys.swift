internal import PlatformFacts

extension Key {
  /// The systems that a part of a policy is for; `effect` is what the key does there.
  static func platforms(
    _ effect: @autoclosure @escaping @Sendable () -> String,
    set: @escaping @Sendable (inout Subject, PlatformList) -> Void
  ) -> Key {
    Key(
      "platforms", .list(of: .word(Platform.self)),
      """
      The systems that it is for, such as [iOS, visionOS], if these are not all that app.deploymentTarget lists. \
      \(effect())
      """, set: set)
  }
}
