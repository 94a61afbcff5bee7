internal import AppFacts
internal import Quantities

/// The projects of an app: the projects that a search finds, and the projects that other projects, workspaces
/// and specs name, wherever the named projects are.
struct NamedProjects {
  private(set) var projects = XcodeProjects()
  /// The folders of the packages that workspaces name.
  private(set) var packageFolders: [String] = []
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

  /// Adds the projects and packages of a workspace, such as `group:Kit/Kit.xcodeproj` and `group:Kit`.
  private mutating func addProjects(of workspace: String) {
    guard let file = files.text(of: "\(workspace)/contents.xcworkspacedata") else { return }
    let location = FactLocation(file: file.path)
    for reference in WorkspaceReference.all(in: file, folder: AppPath.folder(of: workspace)) {
      guard files.take(1, at: location) else { return }
      guard let path = reference.path else {
        files.leaveOutCode(location, "The path `\(reference.text)` in the workspace is not read")
        continue
      }
      if path.hasSuffix(".xcodeproj") {
        add(path, in: reference.folder, at: location)
      } else if let folder = AppPath.joined(reference.folder, path).map(files.spelling) {
        if !LocalPackages.manifests(in: folder, files).isEmpty { packageFolders.append(folder) }
      } else if AppPath.fileExtension(of: path).isEmpty, files.mayLeadBack(path, from: reference.folder) {
        files.leaveOutCode(location, "The package in \(path) is outside of the folder")
      }
    }
  }
}

/// A project, package, file or group that a workspace names.
private struct WorkspaceReference {
  /// The place as written, such as `group:Kit`.
  let text: String
  /// The folder from which the path starts.
  let folder: String
  /// The path; `nil` if it is written in a way that is not read.
  let path: String?

  /// The kinds of places that begin a place.
  private static let kinds: Set<Substring> = ["absolute", "container", "developer", "group", "self"]

  /// The references in the file of a workspace in a folder. The paths in a group start from the path of the group.
  static func all(in file: TextFile, folder: String) -> [WorkspaceReference] {
    var references: [WorkspaceReference] = []
    var groups = [folder]
    for tag in String(decoding: file.bytes, as: UTF8.self).split(separator: "<") {
      if tag.hasPrefix("/Group"), groups.count > 1 { groups.removeLast() }
      let group = groups.last ?? folder
      let found = tag.ranges(of: "location").compactMap {
        Self(tag[$0.upperBound...], folder: folder, group: group)
      }
      references += found
      guard tag.hasPrefix("Group"), !tag.prefix(while: { $0 != ">" }).hasSuffix("/") else { continue }
      let path = found.last.flatMap { reference in
        reference.path.flatMap { AppPath.joined(reference.folder, $0) }
      }
      groups.append(path ?? group)
    }
    return references
  }

  /// The reference whose text begins after the name of the attribute; `nil` if the text is no place.
  private init?(_ text: Substring, folder: String, group: String) {
    let value = text.drop { $0.isWhitespace || $0 == "=" }
    guard let mark = value.first, mark == "\"" || mark == "'" else { return nil }
    let place = value.dropFirst().prefix { $0 != mark }
    guard let colon = place.firstIndex(of: ":"), Self.kinds.contains(place[..<colon]) else { return nil }
    self.text = String(place)
    self.folder = place[..<colon] == "group" ? group : folder
    let path = place[place.index(after: colon)...]
    // Any other sign may be written by its number.
    let isPlain = path.ranges(of: "&amp;").count == path.count { $0 == "&" }
    self.path = isPlain ? String(path.replacing("&amp;", with: "&")) : nil
  }
}
