internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax
internal import PropertyList

extension Rule {
  static let entitlementUnused = Rule(
    "BGP612", "entitlement-unused", .appFiles, .info, tags: .unnecessary,
    summary: "An entitlement for background work that nothing in the policy uses",
    why: """
      Either it is left over, or the policy lacks the session, task or push that needs it. aps-environment is reported only \
      if the code was read and nothing in it registers for remote notifications.
      """,
    guide: RuleGuide(ignoreWhen: "A dependency that was not read uses it."),
    citations: [.bundleResources, .pushEnvironment, .ourInference],
    triggers: [
      .withPropertyList(
        """
        app: { name: Example, bundleIdentifier: com.example, entitlements: App/Example.entitlements }
        sessions:
          chat: { type: default }
        """, in: "App/Example.entitlements",
        """
        <dict>
          <key>aps-environment</key>
          <string>development</string>
          <key>«com.apple.developer.networking.multipath»</key>
          <true/>
        </dict>
        """)
    ],
    passes: [
      .withPropertyList(
        """
        app: { name: Example, bundleIdentifier: com.example, entitlements: App/Example.entitlements }
        pushes:
          sync: { perDay: 4 }
        """, in: "App/Example.entitlements",
        """
        <dict>
          <key>aps-environment</key>
          <string>development</string>
          <key>com.apple.developer.networking.multipath</key>
          <false/>
        </dict>
        """)
    ],
    check: .appFiles { file, policy, context in
      guard file.kind == .entitlements else { return [] }
      return users.compactMap { key, user in
        // A push needs any one of several keys, and an app for several systems has the keys of all its systems. So if the policy requires
        // one of the keys, the other keys do not count as unused.
        guard !users.contains(where: { $0.user == user && file.entry($0.key.value) != nil }) else {
          return nil
        }
        switch file.value(of: key.value) {
        case .success(nil), .success(.boolean(false)), .failure: return nil
        default: break
        }
        // A policy does not contain pushes that only show an alert, so only the code shows whether the app receives such pushes.
        // CloudKit of a store that mirrors it needs pushes, too.
        if user == Self.push, context.mayUsePushes(policy) || file.entry(Self.cloudServices) != nil {
          return nil
        }
        return file.diagnostic(
          at: .key(key.value), path: [key.value],
          message: "The entitlements have \(key.value), but the policy has no \(user)",
          help: "remove it, or declare the \(user) in the policy", related: [file.naming], in: context)
      }
    }
  )

  private static let push = "push"
  private static let cloudServices = "com.apple.developer.icloud-services"

  /// Each entitlement of background work with its user in a policy.
  private static let users: [(key: Fact<String>, user: String)] = [
    (PlatformFacts.pushEntitlement, push),
    (PlatformFacts.macPushEntitlement, push),
    (PlatformFacts.multipathEntitlement, "session with a multipathServiceType"),
    (
      PlatformFacts.continuedProcessingGPUEntitlement,
      "continued processing task with requiredResources: [gpu]"
    ),
    (PlatformFacts.healthResearchEntitlement, "health research task"),
  ]
}

extension RuleContext {
  /// Whether the app may register for remote notifications, as far as its code was read.
  fileprivate func mayUsePushes(_ policy: Policy) -> Bool {
    guard case .success(let app)? = appFiles.app else { return true }
    let code = ReleaseCode(app, of: policy)
    return !code.isApp || !code.isComplete || !code.unknownPackages.isEmpty || code.usesPushes
  }
}
