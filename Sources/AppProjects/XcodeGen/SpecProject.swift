internal import AppFacts
internal import Quantities

/// The targets of an XcodeGen spec.
struct SpecProject {
  let spec: ValueNode
  let path: String
  /// The folder to which the paths of the spec are relative.
  let folder: String
  let files: ProjectFiles
  let configurationFiles: ConfigurationFileReader
  private let archived: ArchivedConfigurations

  private static let sdks = [
    "iOS": "iphoneos", "macOS": "macosx", "tvOS": "appletvos", "watchOS": "watchos", "visionOS": "xros",
    "auto": "auto",
  ]
  /// The platforms that a target may have a list of.
  static let platforms = sdks.keys.filter { $0 != "auto" }.sorted()
  private static let deploymentTargets = [
    "iOS": "IPHONEOS_DEPLOYMENT_TARGET", "macOS": "MACOSX_DEPLOYMENT_TARGET",
    "tvOS": "TVOS_DEPLOYMENT_TARGET",
    "watchOS": "WATCHOS_DEPLOYMENT_TARGET", "visionOS": "XROS_DEPLOYMENT_TARGET",
  ]

  init(
    _ spec: ValueNode, path: String, _ files: ProjectFiles, _ configurationFiles: ConfigurationFileReader
  ) {
    self.spec = spec
    self.path = path
    folder = AppPath.folder(of: path)
    self.files = files
    self.configurationFiles = configurationFiles
    archived = ArchivedConfigurations(
      (spec["schemes"]?.entries ?? []).map(\.value).compactMap { scheme in
        scheme["archive"]?["config"]?.string.map { configuration in
          let targets = scheme["build"]?["targets"]?.entries.map { AppPath.name(of: $0.key) } ?? []
          return ArchivedConfigurations.Scheme(targets: Set(targets), configurations: [configuration])
        }
      }, files)
  }

  /// The name of the project that XcodeGen writes.
  var name: String { spec["name"]?.string ?? "" }

  /// The path of the project that is written.
  var bundle: String? { AppPath.joined(folder, "\(name).xcodeproj") }

  private var sources: SpecSources { SpecSources(folder: folder, files: files, options: spec["options"]) }

  /// The build configurations with their types, in the order of their names.
  private var configurations: [(name: String, type: String?)] {
    let entries = spec["configs"]?.entries ?? []
    guard !entries.isEmpty else { return [("Debug", "debug"), ("Release", "release")] }
    return entries.map { ($0.key, $0.value.string) }
      .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  var descriptions: [TargetDescription] {
    let configurations = configurations
    return (spec["targets"]?.entries ?? []).compactMap { entry in
      guard files.take(configurations.count, at: entry.value.location) else { return nil }
      return description(of: entry, configurations)
    }
  }

  private func description(
    of entry: ValueEntry, _ configurations: [(name: String, type: String?)]
  ) -> TargetDescription {
    let target = entry.value
    let name = target["name"]?.string ?? entry.key
    let platform = target["platform"]?.string ?? "auto"
    let names = Set(configurations.map(\.name))
    for rule in target["buildRules"]?.list ?? [] {
      BuildRules.note(
        compiler: rule["compilerSpec"]?.string,
        pattern: rule["filePattern"]?.string ?? rule["fileType"]?.string ?? "", at: rule.location, files)
    }
    var description = TargetDescription(
      name: name,
      productType: target["type"]?.string.map {
        $0.hasPrefix("com.apple.product-type.") ? $0 : "com.apple.product-type." + $0
      },
      location: target.file.location(of: entry.offset), folder: folder, projectName: self.name,
      developmentLanguage: spec["options"]?["developmentLanguage"]?.string,
      configurations: configurations.map { configuration in
        ConfigurationDescription(
          name: configuration.name,
          levels: targetLevels(target, name: name, platform: platform, configuration.name, names)
            + projectLevels(configuration, names),
          isForDebugging: archived.isReleased(
            configuration.name, of: name, at: target.file.location(of: entry.offset))
            ? false : configuration.type.map { $0 == "debug" })
      },
      defaultConfiguration: spec["options"]?["defaultConfig"]?.string ?? configurations.first?.name,
      sources: sources.sources(of: target),
      dependencies: dependencies(of: target), packageProducts: packageProducts(of: target),
      packageFolders: (spec["packages"]?.entries ?? []).compactMap { entry in
        entry.value["path"].flatMap { files.packageFolder($0.string, in: folder, at: $0.location) }
      }
        // The form of older specs.
        + (spec["localPackages"]?.list ?? []).compactMap { path in
          path.string.flatMap { files.packageFolder($0, in: folder, at: path.location) }
        },
      infoProperties: infoProperties(of: target),
      entitlementProperties: properties(of: target["entitlements"]),
      fileFlags: sources.flags(of: target)
        + (spec["options"]?["fileTypes"]?.entries ?? []).flatMap { SpecSources.flags(of: $0.value) })
    description.systemsOfFiles = sources.systems(of: target)
    description.filesOfDependencies = filesOfDependencies(of: target)
    return description
  }

  /// The content of a file that XcodeGen writes; `nil` if the spec states no such file.
  private func properties(of file: ValueNode?) -> ValueNode? {
    guard let file, file["path"] != nil else { return nil }
    return file["properties"] ?? ValueNode(.dictionary([]), in: file.file, at: file.offset)
  }

  /// The content of an Info.plist, with the identifier that XcodeGen writes if the spec states no identifier.
  private func infoProperties(of target: ValueNode) -> ValueNode? {
    guard let info = target["info"], let properties = properties(of: info) else { return nil }
    let identifier = ValueNode(.string("$(PRODUCT_BUNDLE_IDENTIFIER)"), in: info.file, at: info.offset)
    let defaults = [ValueEntry("CFBundleIdentifier", at: info.offset, identifier)]
    return properties.merged(onto: ValueNode(.dictionary(defaults), in: info.file, at: info.offset))
  }

  // MARK: Settings

  private func targetLevels(
    _ target: ValueNode, name: String, platform: String, _ configuration: String, _ names: Set<String>
  ) -> [SettingLevel] {
    let file = configurationFile(target["configFiles"], configuration)
    var settings = SpecSettings(spec, files, configurations: names)
    if hasPresets(["all", "targets"]) {
      if let sdk = Self.sdks[platform] { settings.preset("SDKROOT", sdk, at: target, unless: file) }
      addDestinations(of: target, to: &settings, unless: file)
    }
    addDeploymentTargets(target["deploymentTarget"], platform, to: &settings, unless: file)
    settings.add(target["settings"], for: configuration)
    if let path = target["info"]?["path"], let text = path.string {
      settings.preset("INFOPLIST_FILE", text, at: path, unless: nil)
    } else if !settings.contains("INFOPLIST_FILE"), file?.names.contains("INFOPLIST_FILE") != true,
      let path = sources.infoPlist(of: target)
    {
      settings.preset("INFOPLIST_FILE", "$(SRCROOT)/\(path)", at: target, unless: nil)
    }
    if let path = target["entitlements"]?["path"], let text = path.string,
      !settings.contains("CODE_SIGN_ENTITLEMENTS")
    {
      settings.preset("CODE_SIGN_ENTITLEMENTS", text, at: path, unless: nil)
    }
    if let prefix = spec["options"]?["bundleIdPrefix"], let text = prefix.string,
      !settings.contains("PRODUCT_BUNDLE_IDENTIFIER"),
      file?.names.contains("PRODUCT_BUNDLE_IDENTIFIER") != true
    {
      let part = name.replacing("_", with: "-").filter {
        $0.isLetter || $0.isNumber || $0 == "-" || $0 == "."
      }
      settings.preset("PRODUCT_BUNDLE_IDENTIFIER", "\(text).\(part)", at: prefix, unless: nil)
    }
    if let product = target["productName"], let text = product.string, !settings.contains("PRODUCT_NAME") {
      settings.preset("PRODUCT_NAME", text, at: product, unless: nil)
    }
    return [settings.level] + (file.map { [$0] } ?? [])
  }

  private func projectLevels(
    _ configuration: (name: String, type: String?), _ names: Set<String>
  ) -> [SettingLevel] {
    let file = configurationFile(spec["configFiles"], configuration.name)
    var settings = SpecSettings(spec, files, configurations: names)
    if hasPresets(["all", "project"]) {
      // https://github.com/yonaskolb/XcodeGen: SettingPresets/base.yml
      settings.preset("CLANG_CXX_LANGUAGE_STANDARD", "gnu++14", at: spec, unless: file)
      settings.preset("GCC_C_LANGUAGE_STANDARD", "gnu11", at: spec, unless: file)
      if configuration.type == "debug" {
        settings.preset("SWIFT_ACTIVE_COMPILATION_CONDITIONS", "DEBUG", at: spec, unless: file)
      }
    }
    addDeploymentTargets(spec["options"]?["deploymentTarget"], "", to: &settings, unless: file)
    settings.add(spec["settings"], for: configuration.name)
    return [settings.level] + (file.map { [$0] } ?? [])
  }

  private func hasPresets(_ kinds: [String]) -> Bool {
    kinds.contains(spec["options"]?["settingPresets"]?.string ?? "all")
  }

  private func addDeploymentTargets(
    _ versions: ValueNode?, _ platform: String, to settings: inout SpecSettings, unless file: SettingLevel?
  ) {
    guard let versions else { return }
    if let version = versions.settingText, let key = Self.deploymentTargets[platform] {
      settings.preset(key, version, at: versions, unless: file)
    }
    for entry in versions.entries {
      guard let key = Self.deploymentTargets[entry.key], let version = entry.value.settingText else {
        continue
      }
      settings.preset(key, version, at: entry.value, unless: file)
    }
  }

  private func addDestinations(
    of target: ValueNode, to settings: inout SpecSettings, unless file: SettingLevel?
  ) {
    guard let value = target["supportedDestinations"] else { return }
    let sdks = [
      "iOS": "iphoneos iphonesimulator", "macOS": "macosx", "tvOS": "appletvos appletvsimulator",
      "watchOS": "watchos watchsimulator", "visionOS": "xros xrsimulator",
    ]
    let names = value.strings
    settings.preset(
      "SUPPORTED_PLATFORMS", names.compactMap { sdks[$0] }.joined(separator: " "), at: value, unless: file)
    settings.preset(
      "SUPPORTS_MACCATALYST", names.contains("macCatalyst") ? "YES" : "NO", at: value, unless: file)
  }

  private func configurationFile(_ paths: ValueNode?, _ configuration: String) -> SettingLevel? {
    guard let value = paths?[configuration], let text = value.string else { return nil }
    guard let path = AppPath.joined(folder, text) else {
      files.note(value.location, "The configuration file \(text) is outside of the folder")
      var level = SettingLevel()
      level.append(SettingGap(location: value.location))
      return level
    }
    return configurationFiles.level(of: path, folder: folder, reference: value.location)
  }

  // MARK: Dependencies

  private func dependencies(of target: ValueNode) -> [String] {
    var names: [String] = []
    var known: Set<String> = []
    for dependency in target["dependencies"]?.list ?? [] {
      // A dependency may name a framework or a library by its product. Xcode builds the target of that product, too.
      let product = (dependency["framework"] ?? dependency["sdk"] ?? dependency["carthage"])?.string
      let name =
        dependency["target"]?.string.map(AppPath.name)
        ?? product.map { XcodeProject.productStem(AppPath.name(of: $0)) }
      guard let name, known.insert(name).inserted else { continue }
      names.append(name)
    }
    return names
  }

  /// The project files of the targets in other projects, `Project/Target`, on which a target depends.
  private func filesOfDependencies(of target: ValueNode) -> [String: Set<String>] {
    var files: [String: Set<String>] = [:]
    for name in (target["dependencies"]?.list ?? []).compactMap({ $0["target"]?.string }) {
      let project = name.pathNames.dropLast().joined(separator: "/")
      let path = spec["projectReferences"]?[project]?["path"]?.string.flatMap { AppPath.joined(folder, $0) }
      files[AppPath.name(of: name), default: []].insert(path.map(XcodeProject.file) ?? "")
    }
    return files
  }

  private func packageProducts(of target: ValueNode) -> [String] {
    var names: [String] = []
    var known: Set<String> = []
    for dependency in target["dependencies"]?.list ?? [] {
      guard let package = dependency["package"]?.string else { continue }
      let products = dependency["products"]?.strings ?? [dependency["product"]?.string ?? package]
      names += products.filter { known.insert($0).inserted }
    }
    return names
  }
}
