internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let plistIdentifierSurplus = Rule(
    "BGP603", "plist-identifier-surplus", .appFiles, .error, .defined,
    summary: "A permitted identifier in the app's Info.plist that the policy does not list",
    why: """
      Every identifier in BGTaskSchedulerPermittedIdentifiers requires a handler by the end of the launch. \
      One that the policy does not list is left over, or belongs to work that nothing checks.
      """,
    guide: RuleGuide(
      related: ["bg-identifier-without-handler"]),
    citations: [.policyLanguage],
    triggers: [
      .withPropertyList(
        """
        app: { name: Example, bundleIdentifier: com.example, infoPlist: App/Info.plist }
        permittedIdentifiers: [com.example.refresh‹→, { identifier: org.dependency.upload, owner: sdk }›]
        """, in: "App/Info.plist",
        """
        <dict>
          <key>BGTaskSchedulerPermittedIdentifiers</key>
          <array>
            <string>com.example.refresh</string>
            <string>«com.example.cleanup→org.dependency.upload»</string>
          </array>
        </dict>
        """)
    ],
    check: .appFiles { file, policy, context in
      file.surplus(
        of: PlatformFacts.InfoPlistKey.permittedIdentifiers, message: "Info.plist permits the identifier",
        help: """
          remove it, or add it to permittedIdentifiers of the policy, with `owner: sdk` if a dependency registers it
          """,
        list: policy.permittedIdentifiers.map { (.key($0.node), "the identifiers of the policy") },
        in: context,
        isCovered: PermittedIdentifiers.isCovered(in: policy))
    }
  )
}
