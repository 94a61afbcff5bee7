internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgModePlatform = Rule(
    "BGP217", "bg-mode-platform", .warning,
    summary: "A background mode that a system of the deployment target does not offer",
    why: "Xcode offers each background mode for some systems only. On the others it has no effect.",
    citations: [.executionModes],
    triggers: [
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { tvOS: "16.0" } }
        backgroundModes: [audio, «location»]
        """)
    ],
    passes: [
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "16.0", tvOS: "16.0" } }
        backgroundModes: [audio]
        """)
    ],
    check: .backgroundModes { entry, policy, context in
      guard let mode = entry.value.mode, let fact = PlatformFacts.backgroundMode(mode.value),
        !fact.platforms.isEmpty,
        let target = policy.app?.value.deploymentTarget
      else { return nil }
      // macOS has no background modes at all, which is a rule of its own.
      let isMissing: (Platform) -> Bool = { $0 != .macOS && !fact.platforms.contains($0) }
      guard let first = Platform.allCases.first(where: { isMissing($0) && target[$0] != nil }) else {
        return nil
      }
      let missing = target.platforms.filter(isMissing)
      let isEverywhere = missing == target.platforms.filter { $0 != .macOS }
      return context.issue(
        at: .value(mode.place),
        "\(missing.map(\.rawValue).joined(separator: " and ")) \(missing.count == 1 ? "has" : "have") no background mode \(mode.value)",
        help: isEverywhere ? nil : "list it only in the Info.plist of the other systems",
        related: target[first].map { [(.key($0.place), "built for \(first.rawValue)")] } ?? [],
        fixes: [
          isEverywhere
            ? context.remove(
              entry.place, "Remove \(mode.value) from backgroundModes", safety: .changesInfoPlist) : nil
        ])
    }
  )
}
