internal import AppFacts
internal import Quantities

/// The settings that Tuist gives the targets of packages: `PackageSettings` in `Tuist/Package.swift`.
struct TuistPackages {
  let files: ProjectFiles
  let configurationFiles: ConfigurationFileReader

  /// The names that the settings in some manifests of packages may define in a release.
  func names(of manifests: [String], helpers: [String]) -> Set<String> {
    manifests.filter { files.text(of: $0)?.bytes.contains(sequence: "PackageSettings") ?? false }
      .reduce(into: []) { names, manifest in
        guard let value = files.manifest(manifest, "packageSettings", helpers: helpers) else { return }
        names.formUnion(self.names(of: value, in: AppPath.folder(of: manifest)))
      }
  }

  private func names(of value: ManifestValue, in folder: String) -> Set<String> {
    guard ["PackageSettings", "init"].contains(value.name ?? "") else { return [DefinedNames.any] }
    var all = [value["baseSettings"]].compactMap(\.self)
    if let targets = value["targetSettings"] {
      guard case .dictionary(let entries) = targets.content else { return [DefinedNames.any] }
      all += entries.map(\.value)
    }
    return all.reduce(into: []) { names, settings in
      // Older versions of Tuist have a dictionary for each target.
      let isDictionary = if case .dictionary = settings.content { true } else { false }
      let value =
        isDictionary
        ? ManifestValue(.call("settings", [ManifestValue.Argument("base", settings)]), at: settings.location)
        : settings
      names.formUnion(self.names(of: TuistSettings(value, in: folder, files, configurationFiles)))
    }
  }

  private func names(of settings: TuistSettings) -> Set<String> {
    let configurations = settings.configurations.isEmpty ? TuistSettings.usual : settings.configurations
    return configurations.filter { !$0.isDebug }.reduce(into: []) { names, configuration in
      let scope = SettingsScope(
        levels: settings.levels(of: configuration.name).all,
        conditions: SettingConditions(sdk: nil, configuration: configuration.name), budget: files.budget)
      let scopes = TargetPlatforms.scopes(of: scope, for: ["iOS", "macOS", "tvOS", "watchOS", "visionOS"])
      for defined in [DefinedNames.ofSwift(scopes), DefinedNames.ofObjectiveC(scopes)] {
        names.formUnion(defined.certain.map { String(DefinedNames.name(of: $0)) })
        names.formUnion(defined.undecided)
      }
    }
  }
}
