internal import AppFacts

/// A target as a project file or a spec describes it, with its settings unresolved.
struct TargetDescription {
  var name: String
  /// The identifier of the product type, such as `com.apple.product-type.application`.
  var productType: String?
  var location: FactLocation
  /// The folder to which the paths of the settings are relative.
  var folder: String
  var projectName: String
  var developmentLanguage: String?
  var configurations: [ConfigurationDescription]
  var defaultConfiguration: String?
  var sources: [String]
  var dependencies: [String]
  /// The project files of dependencies, by their names, if the project says in which project a target is; the empty path is this project.
  var filesOfDependencies: [String: Set<String>] = [:]
  var packageProducts: [String]
  /// The folders of the packages that the target's project refers to.
  var packageFolders: [String] = []
  /// The Info.plist that a spec writes; `nil` if the file on the disk counts.
  var infoProperties: ValueNode?
  /// The entitlements that a spec writes; `nil` if the file on the disk counts.
  var entitlementProperties: ValueNode?
  /// The flags of the compiler that single files or folders have.
  var fileFlags: [(text: String, location: FactLocation)] = []
  /// The names that the packages of the target may define for their own code.
  var undecidedNames: Set<String> = []
  /// The standards of C and C++ of files whose packages decide them.
  var dialects: [String: CodeDialects] = [:]
  /// Whether the project gives a file of Objective-C another type than the file's name has.
  var hasOtherTypes = false
  /// The systems for which single files are compiled, by their names in the project.
  var systemsOfFiles: [String: Set<String>] = [:]
  /// The names of all settings that the targets of the project assign.
  var settingNames: Set<String> = []
  /// The same target, as the spec or the manifest from which the project is written describes it.
  var written: [TargetDescription] = []
}

/// A build configuration of a target.
struct ConfigurationDescription {
  var name: String
  /// The sources of the configuration's settings; the first level takes precedence.
  var levels: [SettingLevel]
  /// Whether the project says that the configuration is for debugging, or for releases; `nil` if the project says neither.
  var isForDebugging: Bool?
}

extension TargetDescription {
  /// Whether the target may be a part of an app. Tests can't be.
  var isPartOfAnApp: Bool { !(productType?.hasPrefix("com.apple.product-type.bundle.") ?? false) }
}

extension TargetDescription {
  /// The target, with the dependencies that flags of the linker name, such as `-lKit` and `-framework Kit`. Xcode builds these
  /// dependencies, too.
  func linkingByFlags(_ names: Set<String>) -> TargetDescription {
    let all = ([self] + written).flatMap(\.configurations)
    let values = all.flatMap(\.levels).flatMap { $0.values(of: "OTHER_LDFLAGS") }
    let words = values.flatMap { $0.split { " \t\"',".contains($0) }.map(String.init) }
    let linked = words.flatMap { $0.hasPrefix("-l") ? [$0, String($0.dropFirst(2))] : [$0] }
      .filter { names.contains($0) && $0 != name && !dependencies.contains($0) }
    guard !linked.isEmpty else { return self }
    var target = self
    target.dependencies += Set(linked).sorted()
    return target
  }
}

extension [TargetDescription] {
  /// The targets of one project, each with the names of the settings that any target assigns.
  var withSettingNames: [TargetDescription] {
    var names: Set<String> = []
    for level in flatMap(\.configurations).flatMap(\.levels) { names.formUnion(level.names) }
    return map { target in
      var target = target
      target.settingNames = names
      return target
    }
  }
}

extension TargetDescription {
  /// The settings that Xcode itself defines for the target in a configuration.
  private func defaults(in configuration: String) -> SettingLevel {
    var level = SettingLevel()
    func define(_ name: String, _ value: String) {
      level.append(SettingAssignment(name: name, conditions: [], value: value, location: location))
    }
    define("TARGET_NAME", name)
    define("TARGETNAME", name)
    define("PROJECT_NAME", projectName)
    define("PROJECT", projectName)
    define("CONFIGURATION", configuration)
    for path in ["SRCROOT", "PROJECT_DIR", "SOURCE_ROOT"] {
      define(path, folder.isEmpty ? SettingsScope.root : "\(SettingsScope.root)/\(folder)")
    }
    define("PROJECT_FILE_PATH", "$(PROJECT_DIR)/$(PROJECT_NAME).xcodeproj")
    define("PRODUCT_NAME", "$(TARGET_NAME)")
    define("PRODUCT_MODULE_NAME", "$(PRODUCT_NAME:c99extidentifier)")
    define("EXECUTABLE_NAME", "$(EXECUTABLE_PREFIX:default=)$(PRODUCT_NAME)$(EXECUTABLE_SUFFIX:default=)")
    if let developmentLanguage { define("DEVELOPMENT_LANGUAGE", developmentLanguage) }
    return level
  }

  /// The settings of a configuration, under the conditions of the target's main platform.
  func scope(of configuration: ConfigurationDescription, _ budget: StepBudget) -> SettingsScope {
    var scope = SettingsScope(
      levels: configuration.levels + [defaults(in: configuration.name)],
      conditions: SettingConditions(sdk: nil, configuration: configuration.name), otherNames: settingNames,
      budget: budget)
    scope.conditions.sdk = TargetPlatforms.mainSDK(of: scope)
    if let sdk = scope.conditions.sdk {
      var level = SettingLevel()
      level.append(
        SettingAssignment(name: "PLATFORM_NAME", conditions: [], value: sdk, location: location))
      scope.levels.append(level)
    }
    return scope
  }
}
