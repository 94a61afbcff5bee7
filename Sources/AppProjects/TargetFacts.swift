internal import AppFacts

/// Resolves the settings of targets, and reads the property lists that the settings name.
struct TargetFacts {
  let files: ProjectFiles
  let lists: PropertyListReader
  private let preprocessed: PreprocessedFiles

  init(_ files: ProjectFiles) {
    self.files = files
    preprocessed = PreprocessedFiles(files)
    lists = PropertyListReader(files)
  }

  func fact(of target: TargetDescription) -> TargetFact {
    var fact = self.fact(alone: target)
    for other in target.written {
      let other = self.fact(alone: other)
      // A source that one of the descriptions leaves out may be compiled.
      fact.sources = Self.sorted(Set(fact.sources).union(other.sources))
      fact.join(other, files)
    }
    return fact
  }

  /// The facts of one description of a target.
  private func fact(alone target: TargetDescription) -> TargetFact {
    var platforms: [String] = []
    var extensionPoint: String?
    var configurations: [ConfigurationFact] = []
    var scopes: [SettingsScope] = []
    var texts: [String] = []
    for configuration in target.configurations {
      let scope = target.scope(of: configuration, files.budget)
      let names = TargetPlatforms.names(of: scope)
      let fact = self.fact(of: configuration, of: target, scope, platforms: names, texts: &texts)
      configurations.append(fact)
      scopes.append(scope)
      // Any configuration may be released.
      platforms += names.filter { !platforms.contains($0) }
      let point = Self.extensionPoint(of: fact)
      if extensionPoint == nil || (configuration.name == target.defaultConfiguration && point != nil) {
        extensionPoint = point
      }
    }
    // The files of one configuration may refer to a setting that the files of another configuration do not refer to.
    for (index, scope) in scopes.enumerated() {
      configurations[index].settings = settings(referredToBy: texts, scope)
    }
    var fact = TargetFact(
      name: target.name,
      kind: TargetFact.Kind(
        productType: target.productType, platforms: platforms, extensionPoint: extensionPoint),
      location: target.location, extensionPoint: extensionPoint, platforms: platforms,
      configurations: configurations, defaultConfiguration: target.defaultConfiguration,
      sources: target.sources, dependencies: target.dependencies, packageProducts: target.packageProducts)
    fact.filesOfDependencies = target.filesOfDependencies.mapValues(Self.sorted)
    fact.conditionsOfFiles = FileSystems.conditions(of: target.systemsOfFiles, platforms: platforms)
    let excluded = ExcludedSources(scopes, of: fact, files)
    fact.sources.removeAll(where: excluded.certain.contains)
    if let first = excluded.uncertain.min(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      files.leaveOutCode(
        target.location,
        "The settings of \(target.name) may leave \(first) out of a release, and it counts as compiled")
    }
    fact.includes = Self.sorted(Set(scopes.flatMap { includes(of: target, $0) }))
    let languages = CodeLanguages(
      scopes.flatMap { TargetPlatforms.scopes(of: $0, for: platforms) },
      fileFlags: target.fileFlags.map(\.text))
    fact.dialects = languages.dialects
    fact.dialectsOfFiles = target.dialects
    fact.hasOtherLanguages = languages.areOpen || target.hasOtherTypes
    return fact
  }

  /// The files that the settings of a target include in its code. A file that is not known may have code.
  private func includes(of target: TargetDescription, _ scope: SettingsScope) -> [String] {
    let headers = ["GCC_PREFIX_HEADER", "SWIFT_OBJC_BRIDGING_HEADER"].compactMap { setting -> String? in
      guard case .assigned = scope.value(of: setting), let value = path(of: setting, scope, target.folder)
      else { return nil }
      if value.string == nil {
        files.leaveOutCode(
          value.location, "The header \(value.expression ?? setting) is not known, and not read")
      }
      return value.string
    }
    return headers
      + flags(of: target, scope).flatMap { flags, location in
        flags.headers.compactMap { path in
          let isFromRoot = path.first == Character(SettingsScope.root)
          let text =
            isFromRoot ? String(path.drop { $0 == Character(SettingsScope.root) || $0 == "/" }) : path
          if let path = AppPath.joined(isFromRoot ? "" : target.folder, text), !path.contains("{") {
            return path
          }
          files.leaveOutCode(location, "The header \(path) of a flag is not known, and not read")
          return nil
        }
      }
  }

  /// The flags of a target's settings and files, with their places.
  private func flags(
    of target: TargetDescription, _ scope: SettingsScope
  ) -> [(flags: CompilerFlags, location: FactLocation)] {
    let settings = (DefinedNames.flagsOfC + ["OTHER_SWIFT_FLAGS"]).flatMap { setting in
      let words = SettingWords(of: setting, scope)
      let flags = CompilerFlags(words.words)
      return [flags, CompilerFlags(flags.clang)].map { ($0, words.location ?? target.location) }
    }
    return settings + target.fileFlags.map { (CompilerFlags(SettingWords.split($0.text)), $0.location) }
  }

  /// The facts of a configuration without its settings; adds the texts that refer to settings to `texts`.
  private func fact(
    of configuration: ConfigurationDescription, of target: TargetDescription, _ scope: SettingsScope,
    platforms: [String], texts: inout [String]
  ) -> ConfigurationFact {
    var fact = ConfigurationFact(name: configuration.name)
    fact.deploymentTargets = TargetPlatforms.deploymentTargets(of: scope, for: platforms)
    fact.isForDebugging = configuration.isForDebugging == true
    fact.isForRelease = configuration.isForDebugging == false
    fact.isUnoptimized =
      scope.text(of: "SWIFT_OPTIMIZATION_LEVEL") == "-Onone"
      || scope.text(of: "GCC_OPTIMIZATION_LEVEL") == "0"
      || scope.isTrue("ENABLE_TESTABILITY")
    addNames(to: &fact, of: target, scope, platforms: platforms)
    fact.checksIsolation =
      scope.fact(of: "SWIFT_VERSION")?.string.flatMap { Int($0.prefix { $0.isNumber }) }.map { $0 >= 6 }
      ?? false
    fact.isolatesToMainActor = scope.fact(of: "SWIFT_DEFAULT_ACTOR_ISOLATION")?.string == "MainActor"
    for setting in ["INFOPLIST_FILE_CONTENTS", "CODE_SIGN_ENTITLEMENTS_CONTENTS"] {
      guard case .assigned(let assignment, let text) = scope.value(of: setting), !text.text.isEmpty else {
        continue
      }
      files.leaveOutCode(assignment.location, "\(setting) of \(target.name) adds keys, which are not read")
    }
    fact.infoPlist = path(of: "INFOPLIST_FILE", scope, target.folder)
    fact.entitlements = path(of: "CODE_SIGN_ENTITLEMENTS", scope, target.folder)

    let list = InfoPlist(
      file: root(
        of: fact.infoPlist, target.infoProperties, scope, "INFOPLIST_PREPROCESS", target.folder),
      scope: scope,
      productType: target.productType, files: files)
    fact.infoPlistValues = list.values
    fact.bundleIdentifier = list.bundleIdentifier

    var entitlementScope = scope
    if let identifier = fact.bundleIdentifier?.string {
      entitlementScope.overrides["CFBundleIdentifier"] = identifier
    }
    let entitlements = root(of: fact.entitlements, target.entitlementProperties, scope, nil, target.folder)
    let entries = (entitlements?.entries ?? []).filter { PropertyListKey.entitlements.contains($0.key) }
    fact.entitlementValues = ValueNode.facts(of: entries, in: entitlementScope)

    texts +=
      list.texts + entries.flatMap(\.value.texts)
      + (fact.bundleIdentifier == nil ? [] : ["$(PRODUCT_BUNDLE_IDENTIFIER)"])
    return fact
  }

  /// Adds the names that the compilers are given, and notes flags that add code.
  private func addNames(
    to fact: inout ConfigurationFact, of target: TargetDescription, _ scope: SettingsScope,
    platforms: [String]
  ) {
    let scopes = TargetPlatforms.scopes(of: scope, for: platforms)
    var swift = DefinedNames.ofSwift(scopes)
    var objectiveC = DefinedNames.ofObjectiveC(scopes)
    swift.leaveOpen(target.undecidedNames)
    objectiveC.leaveOpen(target.undecidedNames)
    for flags in target.fileFlags {
      let parsed = CompilerFlags(SettingWords.split(flags.text))
      swift.leaveOpen(parsed)
      objectiveC.leaveOpen(parsed)
    }
    if let name = objectiveC.nameOfPlatform {
      files.leaveOutCode(
        target.location, "The settings of \(target.name) define or undefine \(name), which is the platform's",
        isRefused: true)
    }
    for other in scopes.map(OtherFlags.init) {
      swift.leaveOpen(other.flags)
      objectiveC.leaveOpen(other.flags)
    }
    CompilerPrograms.note(scope, of: target, files)
    let linking = SettingWords(of: "OTHER_LDFLAGS", scope)
    CompilerPrograms.note(
      CompilerFlags(linking.words), at: linking.location ?? target.location, of: target, files)
    fact.compilationConditions = swift.certain
    fact.undecidedConditions = Self.sorted(swift.undecided)
    fact.preprocessorDefinitions = objectiveC.certain
    fact.undecidedDefinitions = Self.sorted(objectiveC.undecided)
    for (flags, location) in self.flags(of: target, scope) {
      CompilerPrograms.note(flags, at: location, of: target, files)
      if let plugin = flags.plugins.first {
        files.leaveOutCode(location, "The flag \(plugin) loads a plug-in, whose code is not read")
      }
      guard let flag = flags.sources.first else { continue }
      files.leaveOutCode(
        location, "The flag \(flag) of the compiler may add code, which is not read", isRefused: true)
    }
  }

  private static func sorted(_ names: Set<String>) -> [String] {
    names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The settings that texts refer to, also through other settings, in the order of their names.
  private func settings(referredToBy texts: [String], _ scope: SettingsScope) -> [FactEntry] {
    var names: Set<String> = []
    for text in texts where text.contains("$") { names.formUnion(scope.references(of: text)) }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      .compactMap { name in scope.fact(of: name).map { FactEntry(name, $0) } }
  }

  /// The path that a setting names, relative to the folder that is read.
  private func path(of name: String, _ scope: SettingsScope, _ folder: String) -> FactValue? {
    guard case .assigned(let assignment, let text) = scope.value(of: name), text.isResolved else {
      return scope.fact(of: name)
    }
    guard !text.text.isEmpty else { return nil }
    let isFromRoot = text.text.hasPrefix(SettingsScope.root)
    let path =
      isFromRoot
      ? AppPath.joined("", String(text.text.drop { $0 == Character(SettingsScope.root) || $0 == "/" }))
      : AppPath.joined(folder, text.text)
    let isLiteral = SettingExpression(assignment.value).literal != nil
    guard let path, !path.contains(SettingsScope.root) else {
      return FactValue(nil, .unresolved, at: assignment.location, expression: assignment.value)
    }
    return FactValue(
      .string(files.spelling(of: path)), isLiteral ? .literal : .expression, at: assignment.location,
      expression: isLiteral ? nil : assignment.value)
  }

  /// The property list that a spec states or a file contains; `nil` if no property list can be read.
  private func root(
    of path: FactValue?, _ properties: ValueNode?, _ scope: SettingsScope, _ preprocessing: String?,
    _ folder: String
  ) -> ValueNode? {
    if let properties {
      if let path = path?.string, !files.contains(path) {
        files.note(FactLocation(file: path), "XcodeGen has not written it; its values are those of the spec")
      }
      return properties
    }
    guard let path = path?.string else { return nil }
    guard let root = lists.facts(of: path) else { return nil }
    guard let preprocessing else { return root }
    if case .unknown(let location) = scope.value(of: preprocessing),
      !(lists.root(of: path) ?? root).file.directives.isEmpty
    {
      files.leaveOutCode(
        location, "Whether the C preprocessor reads \(path), which has conditions, is not known")
    }
    guard scope.isTrue(preprocessing) else { return root }
    return Preprocessor(scope, folder: folder, preprocessed).output(
      of: root, in: lists.root(of: path) ?? root)
  }

  /// The extension point of an Info.plist, of an app extension or of ExtensionKit.
  private static func extensionPoint(of fact: ConfigurationFact) -> String? {
    for (key, inner) in [
      ("NSExtension", "NSExtensionPointIdentifier"),
      ("EXAppExtensionAttributes", "EXExtensionPointIdentifier"),
    ] {
      guard let value = fact.infoPlistValues.first(where: { $0.key == key })?.value,
        case .dictionary(let entries)? = value.content
      else { continue }
      if let point = entries.first(where: { $0.key == inner })?.value.string { return point }
    }
    return nil
  }
}
