internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgModeMacOS = Rule(
    "BGP218", "bg-mode-macos", .error,
    summary: "Background modes of a Mac app",
    why: "Xcode's background modes are not available for macOS apps, which run on in the background anyway.",
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
        """)
    ],
    check: .policy { policy, context in
      guard let modes = policy.backgroundModes, !modes.value.isEmpty,
        let target = policy.app?.value.deploymentTarget,
        let macOS = target[.macOS]
      else { return [] }
      let isMacOnly = target.platforms == [.macOS]
      return [
        context.issue(
          at: .key(modes.place), "macOS has no background modes",
          help: isMacOnly
            ? "remove them; a Mac app runs on in the background" : "give the Mac app a policy of its own",
          related: [(.key(macOS.place), "built for macOS")],
          fixes: [
            isMacOnly ? context.remove(modes.place, "Remove backgroundModes", safety: .changesInfoPlist) : nil
          ])
      ]
    }
  )
}
