internal import AppFacts

/// The settings of a target or project of Tuist: `.settings(base:configurations:)`.
struct TuistSettings {
  private let value: ManifestValue?
  /// The folder of the manifest.
  private let folder: String
  private let files: ProjectFiles
  private let configurationFiles: ConfigurationFileReader

  init(
    _ value: ManifestValue?, in folder: String, _ files: ProjectFiles,
    _ configurationFiles: ConfigurationFileReader
  ) {
    self.value = value
    self.folder = folder
    self.files = files
    self.configurationFiles = configurationFiles
  }

  /// A build configuration, and whether it is for debugging.
  typealias Configuration = (name: String, isDebug: Bool)

  /// The configurations that Tuist makes unless the manifest names other ones.
  static let usual: [Configuration] = [("Debug", true), ("Release", false)]

  /// The configurations that the settings name.
  var configurations: [Configuration] {
    let named = (value?["configurations"]?.list ?? []).compactMap { one -> Configuration? in
      guard let name = one["name"].flatMap(Self.name) else { return nil }
      return (name, one.name == "debug")
    }
    let isUsual = value?["debug"] != nil || value?["release"] != nil
    return named + (isUsual ? Self.usual : [])
  }

  /// The configurations of a target: those of its own settings and those of its project's.
  static func configurations(of target: TuistSettings, and project: TuistSettings) -> [Configuration] {
    let (own, others) = (target.configurations, project.configurations)
    var all: [Configuration] = []
    for configuration in own + (others.isEmpty ? usual : others) {
      if let index = all.firstIndex(where: { $0.name == configuration.name }) {
        all[index].isDebug = all[index].isDebug && configuration.isDebug
      } else {
        all.append(configuration)
      }
    }
    return all
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

  /// The settings of one configuration.
  struct Levels {
    /// The settings of the manifest; the first level takes precedence.
    var written: [SettingLevel] = []
    /// The configuration file, which the settings that Tuist derives from other values replace.
    var files: [SettingLevel] = []
    /// The names of the settings that the manifest assigns.
    var names: Set<String> = []

    var all: [SettingLevel] { written + files }
  }

  /// The settings of a configuration.
  ///
  /// Those of the configuration replace those of all configurations: `ConfigGenerator.swift` of https://github.com/tuist/tuist.
  func levels(of configuration: String) -> Levels {
    guard let value else { return Levels() }
    guard ["settings", "Settings", "default"].contains(value.name ?? "") else {
      return Levels(written: [gap(at: value)])
    }
    var levels = Levels()
    // A configuration whose name is not known may have any settings.
    let configurations = value["configurations"]
    if let configurations,
      configurations.unknown != nil
        || configurations.list.contains(where: { $0["name"].flatMap(Self.name) == nil })
    {
      levels.written.append(gap(at: configurations))
    }
    let own = value["configurations"]?.list.last { $0["name"].flatMap(Self.name) == configuration }
    var inheriting: Set<String> = []
    for settings in [
      own?["settings"], value["debug"].flatMap { configuration == "Debug" ? $0 : nil },
      value["release"].flatMap { configuration == "Release" ? $0 : nil }, value["base"],
    ] {
      guard let settings else { continue }
      levels.written.append(level(settings, &inheriting))
      guard case .dictionary(let entries) = settings.content else { continue }
      levels.names.formUnion(entries.compactMap { $0.key.string.map { SettingCondition.split($0).name } })
    }
    if let file = own?["xcconfig"] {
      if let path = TuistPath(file, from: folder)?.joined {
        levels.files.append(configurationFiles.level(of: path, folder: folder, reference: file.location))
      } else {
        levels.files.append(gap(at: file))
      }
    }
    return levels
  }

  /// The settings of a dictionary.
  ///
  /// If a key of one dictionary inherits, Tuist joins its value with that of the other dictionary, and both inherit. `inheriting` are the
  /// keys of the dictionaries before this one that inherit.
  private func level(_ settings: ManifestValue, _ inheriting: inout Set<String>) -> SettingLevel {
    guard case .dictionary(let entries) = settings.content else { return gap(at: settings) }
    var level = SettingLevel()
    var known: [ValueEntry] = []
    for entry in entries {
      guard let key = entry.key.string, let file = files.text(of: entry.key.location.file) else {
        level.append(SettingGap(location: entry.key.location))
        continue
      }
      let offset = file.offset(of: entry.key.location)
      if let node = entry.value.node(files) {
        let text = node.settingText ?? ""
        if text.contains("inherited") {
          inheriting.insert(key)
          known.append(ValueEntry(key, at: offset, node))
        } else {
          let isInherited = inheriting.contains(key)
          known.append(
            ValueEntry(
              key, at: offset,
              isInherited
                ? ValueNode(.string("$(inherited) \(text)"), in: node.file, at: node.offset) : node))
        }
      } else {
        files.note(entry.value.location, "The setting \(key) can't be known without running the manifest")
        level.append(SettingGap(location: entry.value.location, of: SettingCondition.split(key).name))
      }
    }
    if let file = files.text(of: settings.location.file) {
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
