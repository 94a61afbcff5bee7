internal import PlatformFacts
internal import PolicySyntax

extension AppRule {
  /// Rules about code that begins and ends background tasks of UIApplication.
  static let applicationTaskCode: [AppRule] = []
}
