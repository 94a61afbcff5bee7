internal import AppFacts

/// The targets of a Tuist manifest.
///
/// https://docs.tuist.dev/en/references/project-description
struct TuistProject {
  let manifest: ManifestValue
  let path: String
  /// The folder to which the paths of the manifest are relative.
  let folder: String
  let files: ProjectFiles
  let configurationFiles: ConfigurationFileReader
  /// The schemes of the workspaces, which may build the targets of any project.
  let schemesOfWorkspaces: [ManifestValue]

  init(
    _ manifest: ManifestValue, path: String, _ files: ProjectFiles,
    _ configurationFiles: ConfigurationFileReader, schemesOfWorkspaces: [ManifestValue]
  ) {
    self.schemesOfWorkspaces = schemesOfWorkspaces
    self.manifest = manifest
    self.path = path
    folder = AppPath.folder(of: path)
    self.files = files
    self.configurationFiles = configurationFiles
  }

  /// The name of the project that Tuist writes.
  var name: String { manifest["name"]?.string ?? "" }

  /// The path of the project that is written.
  var bundle: String? { AppPath.joined(folder, "\(name).xcodeproj") }

  /// The targets as descriptions; unknown targets are noted.
  var descriptions: [TargetDescription] {
    guard let targets = manifest["targets"] else {
      files.leaveOutCode(manifest.location, "The manifest states no targets")
      return []
    }
    if targets.unknown != nil { note(targets, "The targets", leavesOutCode: true) }
    let sources = TuistSources(of: targets.list, in: folder, files)
    return targets.list.compactMap { target in
      guard ["target", "Target"].contains(target.name ?? ""), let name = target["name"]?.string else {
        note(target, "The target `\(target.unknown ?? target.name ?? "")`", leavesOutCode: true)
        return nil
      }
      return description(of: target, name: name, sources)
    }
  }

  private func description(
    of target: ManifestValue, name: String, _ sources: TuistSources
  ) -> TargetDescription {
    let own = TuistSettings(target["settings"], in: folder, files, configurationFiles)
    let project = TuistSettings(manifest["settings"], in: folder, files, configurationFiles)
    let names = TuistSettings.configurations(of: own, and: project)
    let levels = names.map { own.levels(of: $0.name) }
    if let value = target["settings"] { noteUnknown(value, "settings of \(name)") }
    if let value = manifest["settings"] { noteUnknown(value, "settings of the project") }
    for rule in target["buildRules"]?.list ?? [] {
      BuildRules.note(
        compiler: rule["compilerSpec"]?.name, pattern: rule["filePatterns"]?.string ?? "", at: rule.location,
        files)
    }
    let archived = archived
    let targetName = name
    /// The property list that Tuist writes, unless a setting names a file in its place.
    func written(_ value: ManifestValue?, _ subject: String, unless setting: String) -> ValueNode? {
      guard let list = properties(value, "\(subject) of \(targetName)") else { return nil }
      let released = zip(names, levels).filter { !$0.0.isDebug }.map { $0.1.names.contains(setting) }
      if released.contains(true), released.contains(false) {
        files.leaveOutCode(
          target.location, "The setting \(setting) of \(targetName) is that of some configurations only")
      }
      return released.contains(true) ? nil : list
    }
    var description = TargetDescription(
      name: name, productType: productType(of: target), location: target.location, folder: folder,
      projectName: self.name,
      developmentLanguage: manifest["options"]?["developmentRegion"]?.string
        ?? manifest["developmentRegion"]?.string,
      configurations: zip(names, levels).map { configuration, levels in
        let (name, isDebug) = configuration
        return ConfigurationDescription(
          name: name,
          // Settings that are not known are taken for others than those that the target states.
          levels: [presets(of: target, without: levels.names)] + levels.written + [presets(of: target)]
            + levels.files
            + project.levels(of: name).all + [Self.defaults(isDebug: isDebug, at: target)],
          isForDebugging: isDebug && !archived.isReleased(name, of: targetName, at: target.location))
      },
      defaultConfiguration: names.last { !$0.isDebug }?.name ?? names.last?.name,
      sources: sources.sources(of: target, name: name),
      dependencies: dependencies(of: target, "target") + dependencies(of: target, "project"),
      packageProducts: dependencies(of: target, "external") + dependencies(of: target, "package"),
      packageFolders: (manifest["packages"]?.list ?? []).compactMap { package in
        package["path"].flatMap { value in
          let path = TuistPath(value, from: folder)
          return files.packageFolder(path?.text, in: path?.base ?? folder, at: value.location)
        }
      },
      infoProperties: written(target["infoPlist"], "Info.plist", unless: "INFOPLIST_FILE"),
      entitlementProperties: written(
        target["entitlements"], "entitlements", unless: "CODE_SIGN_ENTITLEMENTS"),
      fileFlags: sources.flags(of: target, name: name))
    description.systemsOfFiles = sources.systems(of: target, name: name)
    description.filesOfDependencies = filesOfDependencies(of: target)
    return description
  }

  /// The configurations that the manifest's schemes archive.
  private var archived: ArchivedConfigurations {
    if let schemes = manifest["schemes"], schemes.unknown != nil {
      note(schemes, "The schemes", leavesOutCode: true)
    }
    return ArchivedConfigurations(
      ((manifest["schemes"]?.list ?? []) + schemesOfWorkspaces).compactMap { scheme in
        if scheme.unknown != nil { note(scheme, "The scheme", leavesOutCode: true) }
        guard let action = scheme["archiveAction"], let value = action["configuration"] else { return nil }
        guard let configuration = TuistSettings.name(of: value) else {
          note(value, "The configuration that a scheme archives", leavesOutCode: true)
          return nil
        }
        let targets = (scheme["buildAction"]?["targets"]?.list ?? []).compactMap {
          $0.string ?? ($0["target"] ?? $0["name"])?.string ?? $0[nil]?.string
        }
        return ArchivedConfigurations.Scheme(targets: Set(targets), configurations: [configuration])
      }, files)
  }

  // MARK: - Settings

  private static let productTypes = [
    "app": "application", "appExtension": "app-extension", "extensionKitExtension": "extensionkit-extension",
    "watch2App": "application.watchapp2", "watch2Extension": "watchkit2-extension",
    "appClip": "application.on-demand-install-capable", "framework": "framework",
    "staticFramework": "framework.static", "staticLibrary": "library.static",
    "dynamicLibrary": "library.dynamic", "unitTests": "bundle.unit-test", "uiTests": "bundle.ui-testing",
    "messagesExtension": "app-extension.messages",
    "stickerPackExtension": "app-extension.messages-sticker-pack",
    "tvTopShelfExtension": "tv-app-extension", "bundle": "bundle", "commandLineTool": "tool",
  ]

  private func productType(of target: ManifestValue) -> String? {
    guard let name = target["product"]?.name, let type = Self.productTypes[name] else {
      if let product = target["product"] { note(product, "The product of a target") }
      return nil
    }
    return "com.apple.product-type.\(type)"
  }

  /// The settings that Tuist derives from the other values of a target, without some settings.
  private func presets(of target: ManifestValue, without names: Set<String> = []) -> SettingLevel {
    var level = SettingLevel()
    func set(_ name: String, _ value: ManifestValue?, _ text: String?) {
      guard let value, let text, !names.contains(name) else { return }
      level.append(SettingAssignment(name: name, conditions: [], value: text, location: value.location))
    }
    if let identifier = target["bundleId"] {
      noteUnknown(identifier, "bundle identifier")
      if let text = identifier.string {
        set("PRODUCT_BUNDLE_IDENTIFIER", identifier, text)
      } else if !names.contains("PRODUCT_BUNDLE_IDENTIFIER") {
        level.append(SettingGap(location: identifier.location, of: "PRODUCT_BUNDLE_IDENTIFIER"))
      }
    }
    set("PRODUCT_NAME", target["productName"], target["productName"]?.string)
    set("INFOPLIST_FILE", target["infoPlist"], Self.file(target["infoPlist"]))
    set("CODE_SIGN_ENTITLEMENTS", target["entitlements"], Self.file(target["entitlements"]))
    for (name, text) in destinationSettings(of: target) { set(name, target["destinations"], text) }
    for argument in target["deploymentTargets"]?.arguments ?? [] {
      let platform = argument.label ?? target["deploymentTargets"]?.name ?? ""
      guard let setting = Self.systems[platform]?.setting else { continue }
      set(setting, argument.value, argument.value.string)
    }
    return level
  }

  private static let systems: [String: (setting: String, sdks: String)] = [
    "iOS": ("IPHONEOS_DEPLOYMENT_TARGET", "iphoneos iphonesimulator"),
    "macOS": ("MACOSX_DEPLOYMENT_TARGET", "macosx"),
    "tvOS": ("TVOS_DEPLOYMENT_TARGET", "appletvos appletvsimulator"),
    "watchOS": ("WATCHOS_DEPLOYMENT_TARGET", "watchos watchsimulator"),
    "visionOS": ("XROS_DEPLOYMENT_TARGET", "xros xrsimulator"),
  ]

  /// The settings of the systems for which a target is built, by their names.
  private func destinationSettings(of target: ManifestValue) -> [(name: String, text: String)] {
    guard let value = target["destinations"] else { return [] }
    noteUnknown(value, "destinations")
    let words = value.name.map { [$0] } ?? value.list.compactMap(\.name)
    let platforms: [String: String] = [
      "iPhone": "iOS", "iPad": "iOS", "iOS": "iOS", "mac": "macOS", "macOS": "macOS", "appleTv": "tvOS",
      "tvOS": "tvOS", "appleWatch": "watchOS", "watchOS": "watchOS", "appleVision": "visionOS",
      "visionOS": "visionOS", "macCatalyst": "iOS",
    ]
    var names: [String] = []
    for word in words { if let name = platforms[word], !names.contains(name) { names.append(name) } }
    guard let first = names.first else { return [] }
    let sdks = names.compactMap { Self.systems[$0]?.sdks }
    let root = names.count > 1 ? nil : Self.systems[first]?.sdks.prefix { $0 != " " }
    return [
      ("SUPPORTED_PLATFORMS", sdks.joined(separator: " ")), ("SDKROOT", root.map(String.init) ?? "auto"),
      ("SUPPORTS_MACCATALYST", words.contains("macCatalyst") ? "YES" : "NO"),
    ]
  }

  /// The settings that Tuist sets if the manifest does not set them.
  private static func defaults(isDebug: Bool, at target: ManifestValue) -> SettingLevel {
    var level = SettingLevel()
    if isDebug {
      level.append(
        SettingAssignment(
          name: "SWIFT_ACTIVE_COMPILATION_CONDITIONS", conditions: [], value: "DEBUG",
          location: target.location))
    }
    return level
  }

  // MARK: - Files

  /// The path of a property list, from a text or `.file(path:)`.
  private static func file(_ value: ManifestValue?) -> String? {
    guard let value else { return nil }
    if let text = value.string { return text }
    guard value.name == "file", let path = value["path"] else { return nil }
    if path.name == "relativeToRoot" { return path[nil]?.string.map { "$(SRCROOT)/\($0)" } }
    return path.string ?? path[nil]?.string
  }

  /// The content of a property list that Tuist writes; `nil` for a file.
  private func properties(_ value: ManifestValue?, _ subject: String) -> ValueNode? {
    guard let value else { return nil }
    switch value.name {
    case "dictionary", "extendingDefault":
      let content = value.name == "dictionary" ? value[nil] : value["with"]
      guard let node = content?.node(files) else {
        note(value, "The \(subject)")
        return nil
      }
      guard value.name == "extendingDefault" else { return node }
      return node.merged(onto: defaultProperties(at: node))
    case "default":
      guard let file = files.text(of: value.location.file) else { return nil }
      return defaultProperties(at: ValueNode(.dictionary([]), in: file, at: file.offset(of: value.location)))
    default:
      if Self.file(value) == nil { note(value, "The \(subject)") }
      return nil
    }
  }

  private func defaultProperties(at node: ValueNode) -> ValueNode {
    let identifier = ValueNode(.string("$(PRODUCT_BUNDLE_IDENTIFIER)"), in: node.file, at: node.offset)
    return ValueNode(
      .dictionary([ValueEntry("CFBundleIdentifier", at: node.offset, identifier)]), in: node.file,
      at: node.offset)
  }

  /// The names of a target's dependencies of one kind, without duplicates.
  private func dependencies(of target: ManifestValue, _ kind: String) -> [String] {
    var names: [String] = []
    for dependency in target["dependencies"]?.list ?? [] where dependency.name == kind {
      let value = dependency["name"] ?? dependency["target"] ?? dependency["product"]
      if let name = value?.string, !names.contains(name) { names.append(name) }
    }
    if kind == "target" {
      // Xcode builds the target whose product has the name of a framework or library that is linked.
      for dependency in target["dependencies"]?.list ?? []
      where ["framework", "xcframework", "library", "sdk"].contains(dependency.name) {
        guard let path = TuistPath(dependency["path"] ?? dependency["name"], from: folder) else { continue }
        let name = XcodeProject.productStem(AppPath.name(of: path.text))
        if !names.contains(name) { names.append(name) }
      }
      for dependency in target["dependencies"]?.list ?? [] where Self.mayBeATarget(dependency) {
        note(dependency, "The dependency", leavesOutCode: true)
      }
      if let value = target["dependencies"], value.unknown != nil {
        note(value, "The dependencies", leavesOutCode: true)
      }
    }
    return names
  }

  /// The manifests of the targets on which a target depends; an empty path is this manifest.
  private func filesOfDependencies(of target: ManifestValue) -> [String: Set<String>] {
    var files: [String: Set<String>] = [:]
    for dependency in target["dependencies"]?.list ?? []
    where ["target", "project"].contains(dependency.name) {
      guard let name = (dependency["name"] ?? dependency["target"])?.string else { continue }
      let file = TuistPath(dependency["path"], from: folder)?.joined.map(Self.manifest)
      files[name, default: []].insert(dependency.name == "project" ? file ?? "" : "")
    }
    return files
  }

  /// The manifests of projects on whose targets the targets depend, wherever they are.
  var manifestsOfDependencies: [String] {
    (manifest["targets"]?.list ?? []).flatMap { $0["dependencies"]?.list ?? [] }.compactMap { dependency in
      guard dependency.name == "project", let value = dependency["path"],
        let path = TuistPath(value, from: folder)
      else { return nil }
      guard let manifest = path.joined.map(files.spelling).map(Self.manifest) else {
        if files.mayLeadBack(path.text, from: path.base) {
          files.leaveOutCode(value.location, "The project \(path.text) is outside of the folder")
        }
        return nil
      }
      return files.contains(manifest) ? manifest : nil
    }
  }

  private static func manifest(in folder: String) -> String {
    folder.isEmpty ? "Project.swift" : "\(folder)/Project.swift"
  }

  /// Whether a dependency that is not known may be a target of the project.
  private static func mayBeATarget(_ dependency: ManifestValue) -> Bool {
    switch dependency.name {
    case nil: true
    case "target", "project": (dependency["name"] ?? dependency["target"])?.string == nil
    default: false
    }
  }

  // MARK: - Notes

  private func noteUnknown(_ value: ManifestValue, _ subject: String) {
    if value.unknown != nil { note(value, "The \(subject)") }
  }

  private func note(_ value: ManifestValue, _ subject: String, leavesOutCode: Bool = false) {
    let text = value.unknown.map { " `\($0)`" } ?? ""
    files.add(
      UnreadFact(
        value.location, reason: "\(subject)\(text) can't be known without running the manifest",
        leavesOutCode: leavesOutCode))
  }
}
