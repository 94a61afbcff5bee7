internal import AppFacts

/// What the settings of a package's targets decide about their code.
struct PackageSettings {
  /// The names that the settings may define in a release; ``DefinedNames/any`` if a setting is not known.
  private(set) var names: Set<String> = []
  /// The standards of C and C++ that the package and its flags name.
  private(set) var dialects: CodeDialects = []
  /// Whether flags give files another language than their names say.
  private(set) var hasOtherLanguages = false

  /// The settings of no target.
  init() {}

  /// The settings of a target in a package.
  init(of target: ManifestValue, in package: ManifestValue, _ files: ProjectFiles) {
    if package[ManifestValue.changedSettings] != nil { leaveOpen() }
    addTraits(of: package)
    addStandard(package["cLanguageStandard"], .c)
    addStandard(package["cxxLanguageStandard"], .cxx)
    for settings in ["swiftSettings", "cSettings", "cxxSettings"].compactMap({ target[$0] }) {
      guard case .list(let list) = settings.content else {
        leaveOpen()
        continue
      }
      for setting in list { add(setting, files) }
    }
  }

  /// The settings of this and of other targets.
  func union(_ other: PackageSettings) -> PackageSettings {
    var union = self
    union.names.formUnion(other.names)
    union.dialects.formUnion(other.dialects)
    union.hasOtherLanguages = hasOtherLanguages || other.hasOtherLanguages
    return union
  }

  /// Adds the traits, each of which is a name that code may ask for: packages and projects that use the package turn traits on.
  private mutating func addTraits(of package: ManifestValue) {
    guard let traits = package["traits"] else { return }
    if traits.unknown != nil { leaveOpen() }
    for trait in traits.list where trait.name != "default" {
      names.insert(trait.string ?? trait["name"]?.string ?? DefinedNames.any)
    }
  }

  /// Adds everything that an unknown setting may do.
  private mutating func leaveOpen() {
    names.insert(DefinedNames.any)
    dialects.formUnion([.c, .cxx])
  }

  /// Adds the standard of a case such as `.gnucxx14` and `.iso9899_1999`.
  private mutating func addStandard(_ value: ManifestValue?, _ all: CodeDialects) {
    guard let value else {
      dialects.formUnion(.unstated.intersection(all))
      return
    }
    let name = (value.name ?? "").replacing("cxx", with: "c++").replacing("_", with: ":")
    dialects.formUnion(CodeDialects(standard: name)?.intersection(all) ?? all)
  }

  /// The settings that define no name and choose no language, as `PackageDescription` has them.
  private static let plain: Set<String> = [
    "headerSearchPath", "enableUpcomingFeature", "enableExperimentalFeature", "interoperabilityMode",
    "swiftLanguageMode", "swiftLanguageVersion", "defaultIsolation", "strictMemorySafety",
    "treatAllWarnings", "treatWarning", "enableWarning", "disableWarning", "linkedLibrary",
    "linkedFramework",
  ]

  private mutating func add(_ setting: ManifestValue, _ files: ProjectFiles) {
    guard !Self.isForDebugging(setting) else { return }
    switch setting.name {
    case "define":
      let name = setting[nil]?.string.map { String(DefinedNames.name(of: $0)) } ?? ""
      names.insert(name.isEmpty ? DefinedNames.any : name)
    case "unsafeFlags":
      let words = setting[nil]?.texts
      let flags = CompilerFlags(words?.known.compactMap(\.string) ?? [])
      var open = DefinedNames()
      open.leaveOpen(flags)
      names.formUnion(open.undecided)
      for standard in flags.standards { dialects.formUnion(CodeDialects(standard: standard) ?? [.c, .cxx]) }
      hasOtherLanguages = hasOtherLanguages || !flags.languages.isEmpty
      if words?.isComplete != true { leaveOpen() }
      if let flag = flags.sources.first {
        files.leaveOutCode(
          setting.location, "The flag \(flag) of the compiler may add code, which is not read")
      }
    case let name? where Self.plain.contains(name): break
    default: leaveOpen()
    }
  }

  /// Whether a setting applies to builds for debugging alone.
  private static func isForDebugging(_ setting: ManifestValue) -> Bool {
    setting.arguments.contains { argument in
      guard let configuration = argument.value["configuration"] else { return false }
      return argument.value.name == "when" && configuration.name == "debug"
    }
  }
}
