package import AppFacts
internal import PropertyList

/// The targets of an app's project files, with their settings resolved and their property lists read.
package struct AppProjects: Sendable {
  /// The targets, in the order of project file and name.
  package let targets: [TargetFact]
  /// The files that were read, in the order of their paths.
  package let files: [String]
  /// Files that were not read, or of which something was not understood, in the order of their paths.
  package let unread: [UnreadFact]

  /// Reads all project files below a folder, without those of dependencies.
  package init(_ tree: some FileTree) {
    let files = ProjectFiles(tree)
    let search = ProjectSearch(files)
    let configurationFiles = ConfigurationFileReader(files)
    var descriptions: [TargetDescription] = []
    for bundle in search.projects {
      guard let project = Self.project(bundle, files) else { continue }
      descriptions += project.descriptions(files, configurationFiles).withSettingNames
    }
    for manifest in search.manifests {
      files.note(FactLocation(file: manifest), "It is a manifest of Tuist, of which no targets are read")
    }
    let facts = TargetFacts(files)
    targets = descriptions.map(facts.fact).sorted { left, right in
      if left.location.file != right.location.file { return left.location < right.location }
      if left.name != right.name { return left.name.utf8.lexicographicallyPrecedes(right.name.utf8) }
      return left.location < right.location
    }
    self.files = files.readFiles
    unread = files.unread
  }

  private static func project(_ bundle: String, _ files: ProjectFiles) -> XcodeProject? {
    let path = "\(bundle)/project.pbxproj"
    guard let file = files.text(of: path) else {
      files.note(FactLocation(file: path), "It is missing")
      return nil
    }
    do {
      let list = try PropertyListFile(file.bytes)
      return XcodeProject(ValueNode(list.root, in: file), in: bundle, file: file, files: files)
    } catch {
      files.note(file.location(of: error.offset), error.message)
      return nil
    }
  }
}
