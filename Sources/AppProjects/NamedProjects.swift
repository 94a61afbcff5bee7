internal import AppFacts
internal import Quantities

/// The projects of an app: the projects that a search finds, and the projects that other projects, workspaces
/// and specs name, wherever the named projects are.
struct NamedProjects {
  private(set) var projects = XcodeProjects()
  private var seen: Set<String> = []
  private var open: [String] = []
  private let files: ProjectFiles

  /// Reads the projects that a search finds, and the projects that these projects, the workspaces and the
  /// specs name.
  init(_ search: ProjectSearch, _ specs: [SpecProject], _ files: ProjectFiles) {
    self.files = files
    for bundle in search.projects { add(bundle) }
    for spec in specs {
      for reference in spec.spec["projectReferences"]?.entries ?? [] {
        guard let path = reference.value["path"], let text = path.string else { continue }
        add(text, in: spec.folder, at: path.location)
      }
    }
    for workspace in search.workspaces { addProjects(of: workspace) }
    var count = 0
    while count < open.count {
      let bundle = open[count]
      count += 1
      guard let project = AppProjects.project(bundle, files) else { continue }
      projects.add(project)
      for (id, path) in project.projectReferences {
        guard let found = project.path(of: id) else {
          add(path, in: project.folder, at: project.location(of: id))
          continue
        }
        addNamed(found)
      }
    }
  }

  private mutating func add(_ bundle: String) {
    if seen.insert(bundle).inserted { open.append(bundle) }
  }

  /// Adds a project that exists. Projects of package managers are not code of the app.
  private mutating func addNamed(_ bundle: String) {
    let bundle = files.spelling(of: bundle)
    guard !Self.isOfDependencies(bundle),
      files.contains(XcodeProject.file(of: bundle))
    else { return }
    add(bundle)
  }

  /// Whether a project belongs to a package manager. CocoaPods makes one project for all pods; any other
  /// project in the folder of the pods is the app's own.
  private static func isOfDependencies(_ bundle: String) -> Bool {
    let names = bundle.pathNames
    return zip(names, names.dropFirst()).contains { folder, name in
      DependencyFolders.names.contains(String(folder)) && (folder != "Pods" || name == "Pods.xcodeproj")
    }
  }

  /// Adds a project by its path from a folder; notes a path that leads out of the app and may lead back.
  private mutating func add(_ path: String, in folder: String, at location: FactLocation) {
    if let bundle = AppPath.joined(folder, path) {
      addNamed(bundle)
    } else if files.mayLeadBack(path, from: folder) {
      files.leaveOutCode(location, "The project \(path) is outside of the folder")
    }
  }

  /// Adds the projects of a workspace, such as `group:Kit/Kit.xcodeproj`.
  private mutating func addProjects(of workspace: String) {
    guard let file = files.text(of: "\(workspace)/contents.xcworkspacedata") else { return }
    let text = String(decoding: file.bytes, as: UTF8.self)
    for part in text.split(whereSeparator: { $0 == "\"" || $0 == "'" }) where part.hasSuffix(".xcodeproj") {
      guard let colon = part.firstIndex(of: ":") else { continue }
      add(
        String(part[part.index(after: colon)...]), in: AppPath.folder(of: workspace),
        at: FactLocation(file: file.path))
    }
  }
}
