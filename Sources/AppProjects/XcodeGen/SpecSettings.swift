internal import AppFacts

/// The build settings of a spec: a plain dictionary, or a dictionary with `base`, `configs` and `groups`.
struct SpecSettings {
  let spec: ValueNode
  let files: ProjectFiles
  /// The names of all build configurations.
  let configurations: Set<String>

  /// The settings by key. Later settings replace earlier settings.
  private(set) var entries: [String: ValueEntry] = [:]
  /// Whether other settings are possible: groups that are missing or too deep were left out, or the environment names a setting.
  private var isOpen = false

  init(_ spec: ValueNode, _ files: ProjectFiles, configurations: Set<String>) {
    self.spec = spec
    self.files = files
    self.configurations = configurations
  }

  /// Sets a key, unless a configuration file sets the key.
  mutating func preset(_ key: String, _ value: String, at place: ValueNode, unless file: SettingLevel?) {
    if let file, file.names.contains(key) { return }
    entries[key] = ValueEntry(
      key, at: place.offset, ValueNode(.string(value), in: place.file, at: place.offset))
  }

  /// Whether settings are a dictionary with parts.
  static func hasParts(_ settings: ValueNode) -> Bool {
    ["base", "configs", "groups"].contains { settings[$0] != nil }
  }

  mutating func add(_ settings: ValueNode?, for configuration: String, depth: Int = 0) {
    guard let settings else { return }
    guard depth < 16 else {
      isOpen = true
      return
    }
    guard Self.hasParts(settings) else {
      set(settings)
      return
    }
    // The second names are the names in older specs, which XcodeGen reads if the first names are missing.
    let groups = spec["settingGroups"] ?? spec["settingPresets"]
    let names =
      [settings["groups"], settings["presets"]].compactMap { $0 }.first { $0.isList }?.strings ?? []
    for name in names {
      if groups?[name] == nil { isOpen = true }
      add(groups?[name], for: configuration, depth: depth + 1)
    }
    if let base = settings["base"] { set(base) }
    let variants = settings["configs"]?.entries ?? []
    // A comparison of names takes as long as some steps.
    guard files.take(32 * variants.count, at: settings.location) else { return }
    let lowercased = configuration.lowercased()
    for entry in variants where isMatch(entry.key, configuration, lowercased) {
      add(entry.value, for: configuration, depth: depth + 1)
    }
  }

  private mutating func set(_ settings: ValueNode) {
    guard files.take(settings.entries.count, at: settings.location) else { return }
    for entry in settings.entries {
      entries[entry.key] = entry
      if entry.key.contains("${") { isOpen = true }
    }
  }

  /// Whether a key of `configs` names a configuration, or is a part of its name and is not the name of another configuration.
  private func isMatch(_ key: String, _ configuration: String, _ lowercased: String) -> Bool {
    if key == configuration { return true }
    return lowercased.contains(key.lowercased()) && !configurations.contains(key)
  }

  /// Whether a setting has a value, with or without a condition.
  func contains(_ name: String) -> Bool {
    entries.keys.contains { SettingCondition.split($0).name == name }
  }

  /// The settings as a level.
  var level: SettingLevel {
    var level = SettingLevel(
      ValueNode(.dictionary(Array(entries.values)), in: spec.file, at: spec.offset))
    if isOpen { level.append(SettingGap(location: spec.location)) }
    return level
  }
}
