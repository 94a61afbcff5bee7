internal import AppFacts

/// The settings of a target or project of Tuist: `.settings(base:configurations:)`.
struct TuistSettings {
  private let value: ManifestValue?

  init(_ value: ManifestValue?) { self.value = value }

  /// The names of the configurations, and whether each configuration is for debugging.
  var configurations: [(name: String, isDebug: Bool)] {
    (value?["configurations"]?.list ?? []).compactMap { one in
      guard let name = one["name"].flatMap(Self.name) else { return nil }
      return (name, one.name == "debug")
    }
  }

  /// The text of a configuration's name, which may also be `.debug`.
  static func name(of name: ManifestValue) -> String? {
    if let text = name.string { return text }
    switch name.name {
    case "debug": return "Debug"
    case "release": return "Release"
    case "configuration": return name[nil]?.string
    default: return nil
    }
  }

  /// The settings of a configuration; the first level takes precedence.
  func levels(of configuration: String, in project: TuistProject) -> [SettingLevel] {
    guard let value else { return [] }
    guard ["settings", "Settings", "default"].contains(value.name ?? "") else { return [gap(at: value)] }
    var levels: [SettingLevel] = []
    // A configuration whose name is not known may have any settings.
    let configurations = value["configurations"]
    if let configurations,
      configurations.unknown != nil
        || configurations.list.contains(where: { $0["name"].flatMap(Self.name) == nil })
    {
      levels.append(gap(at: configurations))
    }
    let own = value["configurations"]?.list.first { $0["name"].flatMap(Self.name) == configuration }
    for settings in [
      own?["settings"], value["base"], value["debug"].flatMap { configuration == "Debug" ? $0 : nil },
      value["release"].flatMap { configuration == "Release" ? $0 : nil },
    ] {
      if let settings { levels.append(level(settings, in: project)) }
    }
    if let file = own?["xcconfig"] {
      if let path = TuistPath(file, from: project.folder)?.joined {
        levels.append(
          project.configurationFiles.level(of: path, folder: project.folder, reference: file.location))
      } else {
        levels.append(gap(at: file))
      }
    }
    return levels
  }

  private func level(_ settings: ManifestValue, in project: TuistProject) -> SettingLevel {
    guard case .dictionary(let entries) = settings.content else { return gap(at: settings) }
    var level = SettingLevel()
    var known: [ValueEntry] = []
    for entry in entries {
      guard let key = entry.key.string, let file = project.files.text(of: entry.key.location.file) else {
        level.append(SettingGap(location: entry.key.location))
        continue
      }
      let offset = file.offset(of: entry.key.location)
      if let node = entry.value.node(project.files) {
        known.append(ValueEntry(key, at: offset, node))
      } else {
        project.files.note(
          entry.value.location, "The setting \(key) can't be known without running the manifest")
        // A setting that refers to itself has no value, which makes the setting unknown.
        level.append(
          SettingAssignment(
            name: SettingCondition.split(key).name, conditions: [],
            value: "$(\(SettingCondition.split(key).name))",
            location: entry.value.location))
      }
    }
    if let file = project.files.text(of: settings.location.file) {
      level.append(
        contentsOf: SettingLevel(
          ValueNode(.dictionary(known), in: file, at: file.offset(of: settings.location))))
    }
    return level
  }

  private func gap(at value: ManifestValue) -> SettingLevel {
    var level = SettingLevel()
    level.append(SettingGap(location: value.location))
    return level
  }
}
