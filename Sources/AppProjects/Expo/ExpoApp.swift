internal import AppFacts

/// The app of an Expo project without the folder `ios`: `npx expo prebuild` writes the Xcode project from `app.json` and the packages.
///
/// The target has no sources: its code is the template of Expo, and the code of the packages.
struct ExpoApp {
  /// The app; empty if the project has no configuration that can be read.
  let descriptions: [TargetDescription]

  init(_ search: ProjectSearch, _ manifests: PackageManifests, _ files: ProjectFiles) {
    descriptions = manifests.expoFolders.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      .compactMap { folder -> TargetDescription? in
        for program in search.expoConfigurations
        where AppPath.folder(of: program) == folder
          && ExpoConfigurations.programs.contains(AppPath.name(of: program))
        {
          files.note(
            FactLocation(file: program),
            "It is a program, which may change the configuration; `npx expo prebuild --platform ios` writes what it computes"
          )
        }
        let configurations = search.expoConfigurations.filter {
          AppPath.folder(of: $0) == folder && ExpoConfigurations.names.contains(AppPath.name(of: $0))
        }
        guard
          let root = configurations.lazy.compactMap({ YAMLValues.root(of: $0, files, isJSON: true) }).first
        else { return nil }
        let packages = manifests.packages.filter {
          $0.manager == .npm && AppPath.folder(of: $0.location.file) == folder
        }
        return Self.description(root["expo"] ?? root, packages, in: folder)
      }
  }

  private static func description(
    _ root: ValueNode, _ packages: [PackageFact], in folder: String
  ) -> TargetDescription? {
    guard let ios = root["ios"], !ios.entries.isEmpty else { return nil }
    let name = root["name"]?.string ?? root["slug"]?.string ?? "App"
    let values = ExpoValues(root, packages)
    var level = SettingLevel()
    func set(_ name: String, _ value: ValueNode?) {
      guard let value, let text = value.settingText else { return }
      level.append(
        SettingAssignment(name: name, conditions: [], value: text, location: value.location))
    }
    set("SDKROOT", ValueNode(.string("iphoneos"), in: ios.file, at: ios.offset))
    set("PRODUCT_BUNDLE_IDENTIFIER", ios["bundleIdentifier"])
    set("IPHONEOS_DEPLOYMENT_TARGET", values.deploymentTarget)
    return TargetDescription(
      name: name, productType: "com.apple.product-type.application",
      location: (root["name"] ?? root).location, folder: folder, projectName: name,
      configurations: [ConfigurationDescription(name: "Release", levels: [level])], sources: [],
      dependencies: [], packageProducts: [], infoProperties: values.infoPlist,
      entitlementProperties: values.entitlements)
  }
}
