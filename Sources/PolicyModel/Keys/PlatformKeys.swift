internal import PlatformFacts

extension Key {
  /// The key for the systems that a part of a policy is for; `effect` describes the effect of the key on that part.
  static func platforms(
    _ effect: @autoclosure @escaping @Sendable () -> String,
    set: @escaping @Sendable (inout Subject, PlatformList) -> Void
  ) -> Key {
    Key(
      "platforms", .list(of: .word(Platform.self)),
      """
      The systems that it is for, for example [iOS, visionOS], if they are not all systems in app.deploymentTarget. \
      \(effect())
      """, set: set)
  }
}
