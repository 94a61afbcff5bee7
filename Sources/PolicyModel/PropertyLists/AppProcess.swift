internal import PlatformFacts
internal import PropertyList

/// A process of the app, and what the policy decides of its property lists.
package struct AppProcess: Sendable {
  /// The target's name, or `Target.app`.
  package let name: String
  /// Its bundle identifier, where the policy says it.
  package let bundleIdentifier: String?
  /// What its Info.plist has to say.
  package let infoPlist: [PropertyListEntry]
  /// What its entitlements have to say.
  package let entitlements: [PropertyListEntry]

  /// The app itself, and its targets in the policy's order.
  package static func all(of policy: Policy) -> [AppProcess] {
    [AppProcess(appOf: policy)] + policy.targets.map { AppProcess($0, of: policy) }
  }

  private init(appOf policy: Policy) {
    name = Target.app
    bundleIdentifier = policy.app?.value.bundleIdentifier?.value
    infoPlist = [
      // Xcode puts the build setting in place, so the policy's own spelling can stay.
      PropertyListEntry(
        key: "BGTaskSchedulerPermittedIdentifiers",
        value: .set(
          policy.effectivePermittedIdentifiers.map { ListItem(written: $0.written, text: $0.text) })),
      PropertyListEntry(
        key: "UIBackgroundModes",
        value: .set(policy.effectiveBackgroundModes.map { ListItem(written: $0, text: $0) })),
    ]
    entitlements =
      Self.appGroups(of: name, bundleIdentifier, policy) + Self.multipath(of: name, policy)
      + Self.tasks(of: policy) + Self.pushes(of: policy)
  }

  private init(_ target: Target, of policy: Policy) {
    name = target.name.value
    bundleIdentifier = target.bundleIdentifier?.value
    infoPlist = []
    entitlements =
      Self.appGroups(of: name, bundleIdentifier, policy) + Self.multipath(of: name, policy)
  }

  // MARK: Entitlements

  private static func appGroups(
    of name: String, _ bundleIdentifier: String?, _ policy: Policy
  ) -> [PropertyListEntry] {
    let items = policy.effectiveAppGroups(ofTarget: name).map { group in
      ListItem(
        written: group.value, text: BuildSetting.expanded(group.value, bundleIdentifier: bundleIdentifier))
    }
    guard !items.isEmpty else { return [] }
    return [PropertyListEntry(key: PlatformFacts.applicationGroupsEntitlement.value, value: .set(items))]
  }

  private static func multipath(of name: String, _ policy: Policy) -> [PropertyListEntry] {
    let isUsed = policy.sessions.contains {
      $0.target.value == name && $0.multipathServiceType.value != .none
    }
    return isUsed ? [needed(PlatformFacts.multipathEntitlement)] : []
  }

  // Only the app itself has tasks launched, and takes pushes.
  private static func tasks(of policy: Policy) -> [PropertyListEntry] {
    let usesGPU = policy.tasks.contains { task in
      task.type?.value == .continuedProcessing
        && task.requiredResources?.value.contains { $0.value == .gpu } == true
    }
    let hasHealthResearch = policy.tasks.contains { $0.type?.value == .healthResearch }
    return (usesGPU ? [needed(PlatformFacts.continuedProcessingGPUEntitlement)] : [])
      + (hasHealthResearch ? [needed(PlatformFacts.healthResearchEntitlement)] : [])
  }

  private static func pushes(of policy: Policy) -> [PropertyListEntry] {
    guard !policy.pushes.isEmpty else { return [] }
    let platforms = policy.app?.value.deploymentTarget.platforms ?? []
    var keys: [String] = []
    if platforms != [.macOS] { keys.append(PlatformFacts.pushEntitlement.value) }
    if platforms.contains(.macOS) { keys.append(PlatformFacts.macPushEntitlement.value) }
    let environment = PlatformFacts.pushEnvironmentOfDevelopment.value
    return keys.map { PropertyListEntry(key: $0, value: .atFirst(.string(environment))) }
  }

  private static func needed(_ entitlement: Fact<String>) -> PropertyListEntry {
    PropertyListEntry(key: entitlement.value, value: .exactly(.boolean(true)))
  }
}
