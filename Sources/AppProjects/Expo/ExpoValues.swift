internal import AppFacts

/// The Info.plist and the entitlements that `expo prebuild` writes: the values of the configuration, with what the plugins add.
struct ExpoValues {
  let infoPlist: ValueNode
  let entitlements: ValueNode?
  /// The deployment target that the plugin expo-build-properties sets.
  let deploymentTarget: ValueNode?

  /// The effect of a package's plugin.
  ///
  /// https://github.com/expo/expo: `packages/NAME/plugin/src`
  private struct Plugin {
    let name: String
    var modes: [String] = []
    var identifiers: [String] = []
    /// The options of the plugin that add the modes; the modes apply if at least one of these options is true.
    var options: [String] = []
    /// Whether Expo applies the plugin of an installed package that the configuration does not list.
    ///
    /// https://github.com/expo/expo: `packages/@expo/prebuild-config/src/plugins/withDefaultPlugins.ts`
    var isAutomatic = false
    var isForPushes = false
  }

  private static let plugins = [
    Plugin(
      name: "expo-background-task", modes: ["processing"],
      identifiers: ["com.expo.modules.backgroundtask.processing"]),
    Plugin(name: "expo-background-fetch", modes: ["fetch"], isAutomatic: true),
    Plugin(name: "expo-task-manager", modes: ["fetch"], isAutomatic: true),
    Plugin(name: "expo-location", modes: ["location"], options: ["isIosBackgroundLocationEnabled"]),
    Plugin(
      name: "expo-notifications", modes: ["remote-notification"],
      options: ["enableBackgroundRemoteNotifications"], isAutomatic: true, isForPushes: true),
    Plugin(
      name: "expo-audio", modes: ["audio"],
      options: ["enableBackgroundPlayback", "enableBackgroundRecording"]),
    Plugin(
      name: "expo-video", modes: ["audio"],
      options: ["supportsBackgroundPlayback", "supportsPictureInPicture"]),
  ]

  init(_ root: ValueNode, _ packages: [PackageFact]) {
    let ios = root["ios"]
    var modes = ios?["infoPlist"]?["UIBackgroundModes"]?.list ?? []
    var identifiers = ios?["infoPlist"]?["BGTaskSchedulerPermittedIdentifiers"]?.list ?? []
    var entitlements = ios?["entitlements"]?.entries ?? []
    var deploymentTarget: ValueNode?
    let listed = (root["plugins"]?.list ?? []).map { plugin in
      (name: plugin.string ?? plugin.list.first?.string, options: plugin.list.dropFirst().first, node: plugin)
    }
    for (name, options, _) in listed where name == "expo-build-properties" {
      deploymentTarget = options?["ios"]?["deploymentTarget"] ?? deploymentTarget
    }
    func add(_ texts: [String], to list: inout [ValueNode], at node: ValueNode) {
      for text in texts where !list.contains(where: { $0.string == text }) {
        list.append(ValueNode(.string(text), in: node.file, at: node.offset))
      }
    }
    for plugin in Self.plugins {
      let own = listed.first { $0.name == plugin.name }
      let isInstalled = packages.contains { $0.name == plugin.name }
      guard let node = own?.node ?? (plugin.isAutomatic && isInstalled ? root : nil) else { continue }
      let isOn = plugin.options.contains { own?.options?[$0]?.isTrue ?? false }
      if plugin.options.isEmpty || isOn { add(plugin.modes, to: &modes, at: node) }
      add(plugin.identifiers, to: &identifiers, at: node)
      if plugin.isForPushes, !entitlements.contains(where: { $0.key == "aps-environment" }) {
        let mode = own?.options?["mode"] ?? ValueNode(.string("development"), in: node.file, at: node.offset)
        entitlements.append(ValueEntry("aps-environment", at: node.offset, mode))
      }
    }
    var entries = (ios?["infoPlist"]?.entries ?? []).filter {
      $0.key != "UIBackgroundModes" && $0.key != "BGTaskSchedulerPermittedIdentifiers"
    }
    func add(_ key: String, _ list: [ValueNode]) {
      guard let first = list.first else { return }
      let node = ios?["infoPlist"]?[key] ?? first
      entries.append(ValueEntry(key, at: node.offset, ValueNode(.list(list), in: node.file, at: node.offset)))
    }
    add("UIBackgroundModes", modes)
    add("BGTaskSchedulerPermittedIdentifiers", identifiers)
    infoPlist = ValueNode(.dictionary(entries), in: root.file, at: ios?["infoPlist"]?.offset ?? root.offset)
    self.entitlements =
      entitlements.isEmpty ? nil : ValueNode(.dictionary(entitlements), in: root.file, at: root.offset)
    self.deploymentTarget = deploymentTarget
  }
}

extension ValueNode {
  /// Whether the value is `true`.
  fileprivate var isTrue: Bool { if case .bool(true) = content { true } else { false } }
}
