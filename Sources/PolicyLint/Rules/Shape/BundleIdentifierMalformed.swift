internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bundleIdentifierMalformed = Rule(
    "BGP023", "bundle-identifier-malformed", .shape, .warning,
    summary: "A bundle identifier with characters other than letters, digits, hyphens and periods",
    why: """
      A bundle identifier may contain only the letters A–Z and a–z, digits, hyphens and periods. Task \
      identifiers and push topics are built from it.
      """,
    guide: RuleGuide(
      symptom: """
        Xcode warns of an “invalid character in Bundle Identifier” (seen in 2019), and App Store Connect has \
        rejected uploads with ITMS-90049 (seen in 2017).
        """,
      seenIn: [.bundleIdentifierWarning, .bundleIdentifierRejection],
      ignoreWhen: "A step of the build replaces the identifier before the app is signed.",
      related: ["push-topic-mismatch"]),
    citations: [.bundleIdentifier],
    triggers: [
      .whole("schema: 1\napp: { name: Example, bundleIdentifier: «com.example.my app» }\n"),
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, configurations: { Debug: { bundleIdentifier: «com.example_dev» } } }

        """),
    ],
    passes: [
      .whole("schema: 1\napp: { name: Example, bundleIdentifier: com.example.my-App2 }\n")
    ],
    check: .policy { policy, context in
      let app = problem(of: policy.app?.value.bundleIdentifier, policy, context)
      let targets = policy.targets.compactMap { problem(of: $0.bundleIdentifier, policy, context) }
      return app.map { [$0] + targets } ?? targets
    }
  )

  private static func problem(
    of identifier: Located<String>?, _ policy: Policy, _ context: RuleContext
  ) -> Diagnostic? {
    guard let identifier, !isBundleIdentifier(identifier.value),
      // Another rule reports a reference to a build setting without a value.
      !policy.buildSettings.hasReference(in: identifier.value)
    else { return nil }
    let other = identifier.value.unicodeScalars.first {
      !$0.isASCII || !isPartOfBundleIdentifier(UInt8(ascii: $0))
    }
    let found = other.map { "contains \"\($0)\"" } ?? "is empty"
    return context.diagnostic(
      at: .value(identifier.node),
      "The bundle identifier \"\(identifier.value)\" \(found); only letters, digits, - and . are allowed",
      help: "use the identifier as Apple registered it, for example com.example.my-app")
  }
}

private func isBundleIdentifier(_ text: String) -> Bool {
  var text = text
  return !text.isEmpty && text.withUTF8 { $0.allSatisfy(isPartOfBundleIdentifier) }
}

private func isPartOfBundleIdentifier(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
    true
  default: false
  }
}
