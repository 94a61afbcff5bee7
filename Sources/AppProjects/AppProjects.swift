package import AppFacts
internal import PropertyList

/// The targets of an app's project files, with their settings resolved and their property lists read.
package struct AppProjects: Sendable {
  /// The targets, in the order of project file and name.
  package let targets: [TargetFact]
  /// The files that were read, in the order of their paths.
  package let files: [String]
  /// The languages that the projects are developed in, such as `en`.
  package let developmentLanguages: Set<String>
  /// Files that were not read, or were understood only in part, in the order of their paths.
  package let unread: [UnreadFact]
  /// The packages that the project files and the files of package managers list, in the order of place and name.
  package let packages: [PackageFact]
  /// The languages that are not read, in the order of their names.
  package let languages: [LanguageFact]

  /// Reads all project files below a folder, except for the project files of dependencies.
  ///
  /// - Parameters:
  ///   - tree: the files of the app.
  ///   - manifests: the reader of manifests that are written in Swift.
  package init(_ tree: some FileTree, manifests: ManifestReading? = nil) {
    let files = ProjectFiles(tree, manifests: manifests)
    let search = ProjectSearch(files)
    let configurationFiles = ConfigurationFileReader(files)
    var targets = WrittenTargets()
    let specs = Self.specs(search.specs, files, configurationFiles)
    let named = NamedProjects(search, specs, files)
    let projects = named.projects
    for project in projects.all {
      targets.add(
        project.descriptions(files, configurationFiles, among: projects).withSettingNames, of: project.bundle)
    }
    for project in specs {
      targets.add(project.descriptions.withSettingNames, writing: project.bundle)
    }
    var manifestsOfTuist = Array(search.manifests.reversed())
    var seen = Set(manifestsOfTuist)
    let helpers = TuistHelpers(search, files)
    let schemes = search.workspacesOfTuist.flatMap { path in
      files.manifest(path, "workspace", helpers: helpers.files(of: path))?["schemes"].map {
        $0.unknown == nil ? $0.list : [$0]
      } ?? []
    }
    while let manifest = manifestsOfTuist.popLast() {
      guard let value = files.manifest(manifest, "project", helpers: helpers.files(of: manifest)),
        value.name == "Project"
      else {
        files.leaveOutCode(
          FactLocation(file: manifest), "It is a manifest of Tuist, of which no targets are read")
        continue
      }
      helpers.noteUnread(value, manifest)
      let project = TuistProject(
        value, path: manifest, files, configurationFiles, schemesOfWorkspaces: schemes)
      manifestsOfTuist += project.manifestsOfDependencies.filter { seen.insert($0).inserted }
      targets.add(project.descriptions.withSettingNames, writing: project.bundle)
    }
    var descriptions = targets.descriptions
    let isBare = search.projects.isEmpty && search.manifests.isEmpty && !search.hasOtherBuildFiles
    if isBare, descriptions.isEmpty { descriptions = FolderApp(search, files).descriptions.withSettingNames }
    let localPackages = LocalPackages(
      search.packages, namedFolders: descriptions.flatMap(\.packageFolders) + named.packageFolders, files)
    let namesOfTuist = TuistPackages(files: files, configurationFiles: configurationFiles)
      .names(of: search.packages, helpers: helpers.paths)
    descriptions += localPackages.apps.withSettingNames
    let manifests = PackageManifests(search.packageManifests, files)
    if descriptions.isEmpty, search.projects.isEmpty {
      descriptions = ExpoApp(search, manifests, files).descriptions.withSettingNames
      if descriptions.isEmpty { descriptions = NETApp(search, files).descriptions.withSettingNames }
    }
    packages = (manifests.packages + localPackages.facts(of: descriptions, files)).sorted(
      by: PackageFact.precedes)
    languages = search.languages.facts(manifests, files)
    descriptions = descriptions.map { target in
      var target = target
      let own = Set(target.sources)
      let linked = localPackages.sources(
        of: target.packageProducts, references: target.packageFolders.map(files.spelling))
      for product in linked.ambiguous.sorted() where target.isPartOfAnApp {
        files.leaveOutCode(target.location, "Several packages have the product \(product) of \(target.name)")
      }
      target.undecidedNames = linked.settings.names.union(linked.files.isEmpty ? [] : namesOfTuist)
      for path in linked.files where !path.hasSuffix(".swift") && !own.contains(path) {
        target.dialects[path] = linked.settings.dialects
      }
      target.hasOtherTypes = target.hasOtherTypes || linked.settings.hasOtherLanguages
      guard !linked.files.isSubset(of: own) else { return target }
      target.sources = own.union(linked.files).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      return target
    }
    let compiled = Set(descriptions.flatMap(\.sources))
    for pod in manifests.localPods where pod.hasCode(besides: compiled, files) {
      files.leaveOutCode(
        pod.location,
        "The code of the pod \(pod.name) is not read"
          + (pod.folder == nil ? ": its folder is computed, or outside" : ""))
    }
    let filesOfTargets = Dictionary(grouping: descriptions, by: \.name)
    descriptions = descriptions.map { target in
      var target = target
      // Most names have one target.
      target.filesOfDependencies = target.filesOfDependencies.filter {
        filesOfTargets[$0.key]?.count ?? 0 > 1
      }
      return target
    }
    let targetNames = Set(filesOfTargets.keys)
    descriptions = descriptions.map { $0.linkingByFlags(targetNames) }.withBundlesOfApps
    developmentLanguages = Set(descriptions.compactMap(\.developmentLanguage))
    let facts = TargetFacts(files)
    self.targets = descriptions.map(facts.fact).sorted { left, right in
      if left.location.file != right.location.file { return left.location < right.location }
      if left.name != right.name { return left.name.utf8.lexicographicallyPrecedes(right.name.utf8) }
      return left.location < right.location
    }
    // The settings of the last targets may have used up the budget.
    files.take(0, at: FactLocation(file: self.targets.last?.location.file ?? ""))
    self.files = files.readFiles
    unread = files.unread
  }

  /// XcodeGen's specs that no other spec includes.
  private static func specs(
    _ paths: [String], _ files: ProjectFiles, _ configurationFiles: ConfigurationFileReader
  ) -> [SpecProject] {
    var reader = SpecReader(files)
    let specs = paths.compactMap { path in reader.spec(path).map { (path, $0) } }
    return specs.compactMap { path, spec in
      guard !reader.included.contains(path), spec["targets"] != nil else { return nil }
      return SpecProject(spec, path: path, files, configurationFiles)
    }
  }

  static func project(_ bundle: String, _ files: ProjectFiles) -> XcodeProject? {
    let path = "\(bundle)/project.pbxproj"
    guard let file = files.propertyList(of: path) else {
      files.note(unread: path)
      return nil
    }
    do {
      let list = try PropertyListFile(file.bytes)
      guard files.keep(list.count, of: path) else { return nil }
      return XcodeProject(ValueNode(list.root, in: file), in: bundle, file: file, files: files)
    } catch {
      files.add(
        UnreadFact(
          file.location(of: error.offset), reason: error.message, isRefused: error.isLimit,
          leavesOutCode: true))
      return nil
    }
  }
}
