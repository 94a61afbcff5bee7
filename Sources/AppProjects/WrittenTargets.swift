internal import AppFacts

/// The targets of all projects, in which a target of an Xcode project is joined with the target of the spec
/// or the manifest that writes the project.
///
/// XcodeGen and Tuist write the project anew before a build, so that a project that is in the folder may differ from what is built.
struct WrittenTargets {
  private(set) var descriptions: [TargetDescription] = []
  /// The indices of the targets of each project by their names.
  private var indices: [String: [String: [Int]]] = [:]

  /// Adds the targets of the Xcode project at a path.
  mutating func add(_ targets: [TargetDescription], of bundle: String) {
    for target in targets {
      indices[bundle, default: [:]][target.name, default: []].append(descriptions.count)
      descriptions.append(target)
    }
  }

  /// Adds the targets of a spec or a manifest, which writes the Xcode project at a path.
  mutating func add(_ targets: [TargetDescription], writing bundle: String?) {
    for target in targets {
      let index = bundle.flatMap { indices[$0]?[target.name] }?.first {
        target.productType == nil || descriptions[$0].productType == target.productType
      }
      if let index { descriptions[index].join(target) } else { descriptions.append(target) }
    }
  }
}

extension TargetDescription {
  /// Adds the code that the target of a spec or a manifest has in addition to the target of the project.
  fileprivate mutating func join(_ target: TargetDescription) {
    sources = Set(sources).union(target.sources).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    dependencies += target.dependencies.filter { !dependencies.contains($0) }
    filesOfDependencies.merge(target.filesOfDependencies) { $0.union($1) }
    // A file that one of the two descriptions compiles for all systems is compiled for all systems.
    systemsOfFiles = systemsOfFiles.filter { target.systemsOfFiles[$0.key] != nil }
      .merging(target.systemsOfFiles.filter { systemsOfFiles[$0.key] != nil }) { $0.union($1) }
    packageProducts += target.packageProducts.filter { !packageProducts.contains($0) }
    packageFolders += target.packageFolders.filter { !packageFolders.contains($0) }
    fileFlags += target.fileFlags
    hasOtherTypes = hasOtherTypes || target.hasOtherTypes
    written.append(target)
  }
}

extension TargetFact {
  /// Adds what the spec or the manifest says of the target, and refuses values of a release that differ from
  /// the project's values.
  mutating func join(_ target: TargetFact, _ files: ProjectFiles) {
    platforms += target.platforms.filter { !platforms.contains($0) }
    includes += target.includes.filter { !includes.contains($0) }
    dialects.formUnion(target.dialects)
    dialectsOfFiles.merge(target.dialectsOfFiles) { $0.union($1) }
    hasOtherLanguages = hasOtherLanguages || target.hasOtherLanguages
    for configuration in target.configurations {
      guard let index = configurations.firstIndex(where: { $0.name == configuration.name }) else {
        configurations.append(configuration)
        continue
      }
      configurations[index].leaveOpen(configuration)
      configurations[index].isForRelease = configurations[index].isForRelease || configuration.isForRelease
      if let path = configurations[index].infoPlist?.string, !files.contains(path) {
        configurations[index].infoPlistValues = configuration.infoPlistValues
      }
      guard !configuration.isForDebugging,
        let subject = configurations[index].difference(from: configuration)
      else { continue }
      files.refuse(
        target.location,
        "The \(subject) of \(name) in \(configuration.name) is another than in \(location.file)")
    }
  }
}

extension ConfigurationFact {
  /// Makes the names undecided that only one of two descriptions of a configuration defines.
  fileprivate mutating func leaveOpen(_ other: ConfigurationFact) {
    func join(_ certain: inout [String], _ undecided: inout [String], _ names: [String], _ open: [String]) {
      let differing = Set(certain).symmetricDifference(names)
      let all = Set(undecided + open + differing.map { String(DefinedNames.name(of: $0)) })
      undecided = all.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      certain.removeAll(where: differing.contains)
    }
    join(
      &compilationConditions, &undecidedConditions, other.compilationConditions, other.undecidedConditions)
    join(
      &preprocessorDefinitions, &undecidedDefinitions, other.preprocessorDefinitions,
      other.undecidedDefinitions)
  }

  /// What two descriptions of a configuration state differently; `nil` if they state the same.
  fileprivate func difference(from other: ConfigurationFact) -> String? {
    func differ(_ entries: [FactEntry], _ others: [FactEntry]) -> Bool {
      Set((entries + others).map(\.key)).contains { key in
        guard let value = entries[key], let other = others[key] else { return true }
        return value.content != nil && other.content != nil && !value.isSame(as: other)
      }
    }
    if let bundleIdentifier, let identifier = other.bundleIdentifier,
      bundleIdentifier.content != nil, identifier.content != nil, !bundleIdentifier.isSame(as: identifier)
    {
      return "bundle identifier"
    }
    if differ(infoPlistValues, other.infoPlistValues) { return "Info.plist" }
    if differ(entitlementValues, other.entitlementValues) { return "entitlements file" }
    if differ(deploymentTargets, other.deploymentTargets) { return "deployment target" }
    return nil
  }
}
