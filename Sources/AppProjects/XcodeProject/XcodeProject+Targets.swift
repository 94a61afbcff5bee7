internal import AppFacts

extension XcodeProject {
  func descriptions(
    _ files: ProjectFiles, _ configurationFiles: ConfigurationFileReader, among projects: XcodeProjects
  ) -> [TargetDescription] {
    let projectLevels = levels(of: root, files, configurationFiles)
    let archived = ArchivedConfigurations(of: bundle, files)
    let hasOtherTypesInFolders = hasOtherTypesInFolders
    let packageFolders = packageFolders(files)
    let levelsOfProject = Dictionary(projectLevels.map { ($0.name, $0.levels) }) { first, _ in first }
    for (group, object) in synchronizedGroups { noteTypes(of: object, in: group, files) }
    return targets.compactMap { id in
      guard let target = object(id), let name = target["name"]?.string,
        files.take(stepsOfSharedPhases(of: target), at: location(of: id))
      else { return nil }
      let own = levels(of: target, files, configurationFiles)
      let configurations = own.map { configuration in
        ConfigurationDescription(
          name: configuration.name,
          levels: configuration.levels + (levelsOfProject[configuration.name] ?? []),
          isForDebugging: archived.isReleased(configuration.name, of: name, at: location(of: id))
            ? false : nil)
      }
      noteRules(of: target, files)
      let dependencies = dependencies(of: target, among: projects) { files.take($0, at: location(of: id)) }
      var description = TargetDescription(
        name: name, productType: target["productType"]?.string, location: location(of: id), folder: folder,
        projectName: self.name, developmentLanguage: root["developmentRegion"]?.string,
        configurations: configurations,
        defaultConfiguration: object(target["buildConfigurationList"]?.string)?["defaultConfigurationName"]?
          .string ?? object(root["buildConfigurationList"]?.string)?["defaultConfigurationName"]?.string,
        sources: sources(of: id, target, files), dependencies: dependencies.names,
        packageProducts: packageProducts(of: target), packageFolders: packageFolders,
        fileFlags: fileFlags(of: id, target),
        hasOtherTypes: hasOtherTypesInFolders || hasOtherTypes(of: target))
      description.filesOfDependencies = dependencies.files
      description.systemsOfFiles = systemsOfFiles(of: id, target, files)
      return description
    }
  }

  /// The configurations of a target or project: its own settings, then the settings of its configuration file.
  private func levels(
    of owner: ValueNode, _ files: ProjectFiles, _ configurationFiles: ConfigurationFileReader
  ) -> [ConfigurationDescription] {
    guard let list = object(owner["buildConfigurationList"]?.string) else { return [] }
    return objects("buildConfigurations", of: list).compactMap { id, configuration in
      guard let name = configuration["name"]?.string else { return nil }
      var levels = [SettingLevel(configuration["buildSettings"])]
      if let (path, reference) = configurationFile(of: configuration) {
        if let path {
          levels.append(configurationFiles.level(of: path, folder: folder, reference: reference))
        } else {
          files.note(reference, "The configuration file of \(name) is outside of the folder")
          var level = SettingLevel()
          level.append(SettingGap(location: reference))
          levels.append(level)
        }
      }
      return ConfigurationDescription(name: name, levels: levels)
    }
  }

  /// The path of the configuration file, `nil` if the file is not in the folder that is read, and the place that names the file.
  private func configurationFile(of configuration: ValueNode) -> (path: String?, reference: FactLocation)? {
    if let reference = configuration["baseConfigurationReference"], let id = reference.string {
      return (path(of: id), reference.location)
    }
    guard let anchor = configuration["baseConfigurationReferenceAnchor"],
      let path = configuration["baseConfigurationReferenceRelativePath"]?.string
    else { return nil }
    let folder = anchor.string.flatMap { self.path(of: $0) }
    return (folder.flatMap { AppPath.joined($0, path) }, anchor.location)
  }

  // MARK: Dependencies

  /// The folders of local packages: references to packages, and folders with a manifest that were dragged into the project.
  private func packageFolders(_ files: ProjectFiles) -> [String] {
    let references = (root["packageReferences"]?.strings ?? []).compactMap { id -> String? in
      guard let reference = object(id), reference["isa"]?.string == "XCLocalSwiftPackageReference" else {
        return nil
      }
      return reference["relativePath"].flatMap {
        files.packageFolder($0.string, in: folder, at: $0.location)
      }
    }
    return references
      + folderReferences.compactMap { path(of: $0) }.filter { folder in
        !LocalPackages.manifests(in: files.spelling(of: folder), files).isEmpty
      }
  }

  /// The names of the package products that a target links, without duplicates.
  private func packageProducts(of target: ValueNode) -> [String] {
    var names: [String] = []
    var known: Set<String> = []
    func add(_ reference: String?) {
      guard let name = object(reference)?["productName"]?.string else { return }
      // The name of a plug-in starts with its kind.
      guard !name.hasPrefix("plugin:"), known.insert(name).inserted else { return }
      names.append(name)
    }
    for id in target["packageProductDependencies"]?.strings ?? [] { add(id) }
    for (_, phase) in objects("buildPhases", of: target) {
      for (_, file) in objects("files", of: phase) { add(file["productRef"]?.string) }
    }
    return names
  }
}
