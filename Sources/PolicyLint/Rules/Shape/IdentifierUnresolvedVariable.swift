internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let identifierUnresolvedVariable = Rule(
    "BGP018", .identifierUnresolvedVariable, .error,
    summary: "An identifier holds a build setting that the policy does not know",
    why: """
      Xcode puts build settings in place in property lists, not in Swift. An identifier that is one thing there and \
      another here is never permitted.
      """,
    citations: [.wildApps],
    triggers: [
      """
      sessions:
        library: { identifier: «$(APPLICATION_IDENTIFIER).library», timeoutIntervalForResource: 1d }
      """
    ],
    passes: [
      """
      sessions:
        library: { identifier: $(PRODUCT_BUNDLE_IDENTIFIER).library, timeoutIntervalForResource: 1d }
      """
    ],
    check: .buildSettings
  )
}
