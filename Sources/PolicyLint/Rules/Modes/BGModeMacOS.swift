internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgModeMacOS = Rule(
    "BGP218", "bg-mode-macos", .modes, .error, tags: .unnecessary,
    summary: "Background modes in an app for macOS only",
    why: """
      Xcode's background modes are not available for macOS apps. An app that is also for other systems has \
      them for those, in the same Info.plist.
      """,
    guide: RuleGuide(
      related: ["bg-mode-platform", "bg-macos-appkit"]),
    citations: [.executionModes],
    triggers: [
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { macOS: "13.0" } }
        «backgroundModes»: [audio]
        """)
    ],
    passes: [
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { macCatalyst: "16.0" } }
        backgroundModes: [audio]
        """),
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "16.0", macOS: "13.0" } }
        backgroundModes: [audio]
        """),
    ],
    check: .policy { policy, context in
      guard let modes = policy.backgroundModes, !modes.value.isEmpty,
        let target = policy.app?.value.deploymentTarget, let macOS = target[.macOS],
        target.platforms == [.macOS]
      else { return [] }
      // An app for iOS may extend the same base, or have the same Info.plist.
      let modesSpan = context.nodes.span(at: .key(modes.node))
      let isShared =
        policy.app?.value.infoPlist != nil
        || modesSpan.source != context.nodes.span(at: .key(macOS.node)).source
      return [
        context.diagnostic(
          at: .key(modes.node), "macOS has no background modes",
          help: isShared ? "remove them, unless they are for an app for another system, too" : "remove them",
          related: [(.key(macOS.node), "built for macOS")],
          fixes: isShared
            ? [] : [context.remove(modes.node, "Remove backgroundModes", safety: .changesInfoPlist)],
          severity: isShared ? .info : nil)
      ]
    }
  )
}
