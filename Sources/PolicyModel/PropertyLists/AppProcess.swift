internal import PlatformFacts
internal import PropertyList

/// A process of the app, with the entries that the policy decides in its property lists.
package struct AppProcess: Sendable {
  /// The target's name, or `Target.app`.
  package let name: String
  /// The process's bundle identifier; `nil` if the policy omits the bundle identifier.
  package let bundleIdentifier: String?
  /// The entries of the process's Info.plist.
  package let infoPlist: [PropertyListEntry]
  /// The entries of the process's entitlements.
  package let entitlements: [PropertyListEntry]

  /// The processes of the app itself and of its targets, in the policy's order.
  package static func all(of policy: Policy) -> [AppProcess] {
    let settings = policy.buildSettings
    let groups = policy.effectiveAppGroups(ofTargets: [Policy.Target.app] + policy.targets.map(\.name.value))
    return [AppProcess(appOf: policy, in: groups[0], settings)]
      + zip(policy.targets, groups.dropFirst()).map { AppProcess($0, of: policy, in: $1, settings) }
  }

  private init(appOf policy: Policy, in groups: [Located<String>], _ settings: BuildSettings) {
    name = Policy.Target.app
    bundleIdentifier = policy.app?.value.bundleIdentifier?.value
    let items = { (written: [Located<String>]) in Self.items(written, in: Policy.Target.app, settings) }
    infoPlist = [
      // Xcode substitutes the build setting, so the policy's spelling can stay.
      PropertyListEntry(
        key: PlatformFacts.InfoPlistKey.permittedIdentifiers,
        value: .set(items(policy.placedPermittedIdentifiers.map { $0.map(\.written) }))),
      PropertyListEntry(
        key: PlatformFacts.InfoPlistKey.backgroundModes,
        value: .set(items(policy.placedBackgroundModes))),
    ]
    entitlements =
      Self.appGroups(groups, of: name, policy, settings) + Self.multipath(of: name, policy)
      + Self.tasks(of: policy) + Self.pushes(of: policy)
  }

  private init(
    _ target: Policy.Target, of policy: Policy, in groups: [Located<String>], _ settings: BuildSettings
  ) {
    name = target.name.value
    bundleIdentifier = target.bundleIdentifier?.value
    infoPlist = []
    entitlements =
      Self.appGroups(groups, of: name, policy, settings) + Self.multipath(of: name, policy)
  }

  // MARK: Entitlements

  private static func appGroups(
    _ groups: [Located<String>], of name: String, _ policy: Policy, _ settings: BuildSettings
  ) -> [PropertyListEntry] {
    let items = items(groups.map { Located(policy.written($0), at: $0.node) }, in: name, settings)
    // An empty list means that the process has no groups. A policy without a list doesn't decide the groups.
    guard !items.isEmpty || policy.appGroups(ofTarget: name) != nil else { return [] }
    return [PropertyListEntry(key: PlatformFacts.applicationGroupsEntitlement.value, value: .set(items))]
  }

  private static func items(
    _ written: [Located<String>], in process: String, _ settings: BuildSettings
  ) -> [ListItem] {
    written.map { ListItem($0.value, at: $0.node, in: process, settings) }
  }

  private static func multipath(of name: String, _ policy: Policy) -> [PropertyListEntry] {
    let session = policy.sessions.first {
      $0.target.value == name && $0.multipathServiceType.value != .none
    }
    guard let session else { return [] }
    return [
      needed(
        PlatformFacts.multipathEntitlement,
        by: session.multipathServiceType.written?.node ?? session.name.node)
    ]
  }

  // Only the app itself is launched for tasks and receives pushes.
  private static func tasks(of policy: Policy) -> [PropertyListEntry] {
    let gpu = policy.tasks.filter { $0.type?.value == .continuedProcessing }
      .flatMap { $0.requiredResources?.value ?? [] }.first { $0.value == .gpu }
    let healthResearch = policy.tasks.lazy.compactMap(\.type).first { $0.value == .healthResearch }
    return [
      gpu.map { needed(PlatformFacts.continuedProcessingGPUEntitlement, by: $0.node) },
      healthResearch.map { needed(PlatformFacts.healthResearchEntitlement, by: $0.node) },
      policy.otherWork(of: .healthKitDelivery).map {
        needed(PlatformFacts.healthKitDeliveryEntitlement, by: $0.name.node)
      },
      policy.otherWork(of: .locationPush).map {
        needed(PlatformFacts.locationPushEntitlement, by: $0.name.node)
      },
    ].compactMap { $0 }
  }

  private static func pushes(of policy: Policy) -> [PropertyListEntry] {
    // Location pushes launch an extension, and the app registers for them.
    guard let name = policy.pushes.first?.name ?? policy.otherWork(of: .locationPush)?.name else { return [] }
    let platforms = policy.app?.value.deploymentTarget.platforms ?? []
    var keys: [String] = []
    if platforms != [.macOS] { keys.append(PlatformFacts.pushEntitlement.value) }
    if platforms.contains(.macOS) { keys.append(PlatformFacts.macPushEntitlement.value) }
    let environment = PlatformFacts.pushEnvironmentOfDevelopment.value
    return keys.map {
      PropertyListEntry(key: $0, value: .atFirst(.string(environment)), node: name.node)
    }
  }

  private static func needed(_ entitlement: Fact<String>, by node: PolicyNode) -> PropertyListEntry {
    PropertyListEntry(key: entitlement.value, value: .exactly(.boolean(true)), node: node)
  }
}
