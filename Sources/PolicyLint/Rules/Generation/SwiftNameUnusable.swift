internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let swiftNameUnusable = Rule(
    "BGP501", "swift-name-unusable", .generation, .error, .defined,
    summary: "A name that can't become a name in Swift",
    why: """
      The generated code names its members after the policy's keys. A key without letters and digits leaves \
      no name.
      """,
    citations: [.policyLanguage],
    triggers: [
      """
      sessions:
        «"---"»: { identifier: com.example.library, timeoutIntervalForResource: 1d }
      """
    ],
    passes: [
      """
      sessions:
        photo-library: { identifier: com.example.library, timeoutIntervalForResource: 1d }
        2fa: { identifier: com.example.default, timeoutIntervalForResource: 1d }
        default: { identifier: com.example.other, timeoutIntervalForResource: 1d }
      """
    ],
    check: .policy { policy, context in
      context.index.generatedNames.flatMap { $0 }.filter { SwiftName.of($0.value) == nil }.map { name in
        context.diagnostic(
          at: .key(name.node), "\"\(name.value)\" can't be a name in Swift",
          help: "use letters and digits; hyphens and spaces join words")
      }
    }
  )
}
