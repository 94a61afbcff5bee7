internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgModePlatform = Rule(
    "BGP217", "bg-mode-platform", .modes, .warning, tags: .unnecessary,
    summary: "A background mode that no system of the app offers",
    why: """
      Xcode offers each background mode for some systems only. On the others it has no effect, which does no \
      harm if one system of the app offers it.
      """,
    citations: [.executionModes],
    triggers: [
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { tvOS: "16.0" } }
        backgroundModes: [audio, «location»]
        """),
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "16.0", tvOS: "16.0" } }
        backgroundModes: [audio, { mode: «location», platforms: [tvOS] }]
        """),
    ],
    passes: [
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "16.0", tvOS: "16.0" } }
        backgroundModes: [audio, location]
        """)
    ],
    check: .backgroundModes { entry, policy, context in
      guard let mode = entry.value.mode, let fact = PlatformFacts.backgroundMode(mode.value),
        !fact.platforms.isEmpty,
        let target = policy.app?.value.deploymentTarget.limited(to: entry.value.platforms),
        !fact.platforms.contains(where: { target[$0] != nil })
      else { return nil }
      let platforms = target.platforms
      // macOS has no background modes at all, which another rule reports.
      guard let first = platforms.first, platforms != [.macOS] else { return nil }
      return context.diagnostic(
        at: .value(mode.node),
        "\(platforms.map(\.rawValue).joined(separator: " and ")) \(platforms.count == 1 ? "has" : "have") no background mode \(mode.value)",
        related: target[first].map { [(.key($0.node), "built for \(first.rawValue)")] } ?? [],
        fixes: [
          context.remove(entry.node, "Remove \(mode.value) from backgroundModes", safety: .changesInfoPlist)
        ])
    }
  )
}
