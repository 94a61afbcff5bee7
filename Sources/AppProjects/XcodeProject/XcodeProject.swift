internal import AppFacts

/// The objects of a `project.pbxproj`.
struct XcodeProject {
  let file: TextFile
  /// The folder to which paths of the project are relative: the folder of the `.xcodeproj`, unless the project names another folder.
  let folder: String
  /// The name of the `.xcodeproj`, without its extension.
  let name: String
  /// The path of the `.xcodeproj`.
  let bundle: String
  /// The project's own object.
  let root: ValueNode
  private let objects: [String: ValueEntry]
  /// The parent group of each group and file.
  private let parents: [String: String]
  /// The paths of the groups, which most files share, without groups outside of the folder that is read.
  private var groupPaths: [String: String] = [:]
  /// The groups that are too deep to have a path.
  private var deepGroups: Set<String> = []
  /// The most groups around a file. A file in more groups has no path.
  private static let maximumDepth = 128
  /// The folders that Xcode keeps in step with the disk, in the order of their identifiers.
  let synchronizedGroups: [(id: String, object: ValueNode)]
  /// The exceptions of the folders that Xcode keeps in step with the disk, with the identifiers of these
  /// folders, by the identifier of the target or the phase.
  let exceptions: [String: [(group: String, set: ValueNode)]]
  /// The steps for the files of each build phase that several targets have, by the phase's identifier.
  private let stepsOfSharedPhases: [String: Int]
  /// The steps that a file of a shared build phase takes, because several questions are asked of the file.
  private static let stepsOfSharedFile = 32
  /// The identifiers of the targets, in the order of the project, each once.
  let targets: [String]
  /// The names of the targets by the identifiers of their products; of two targets with one product, the first counts.
  let targetsOfProducts: [String: String]

  /// The project of a root value. If the value has no objects, the result is `nil`, and the reason is noted.
  init?(_ content: ValueNode, in bundle: String, file: TextFile, files: ProjectFiles) {
    guard let entries = content["objects"]?.entries, !entries.isEmpty else {
      files.note(content.location, "The project file has no objects")
      return nil
    }
    if let (key, node) = RepeatedKeys.first(among: entries) {
      files.refuse(node.location, "The project has \(key) twice, with different values")
    }
    var objects: [String: ValueEntry] = [:]
    for entry in entries { objects[entry.key] = entry }
    guard let root = content["rootObject"]?.string.flatMap({ objects[$0] })?.value else {
      files.note(content.location, "The project file has no root object")
      return nil
    }
    self.file = file
    self.objects = objects
    self.root = root
    targets = Self.identifiers("targets", of: root)
    let phases = Dictionary(
      targets.flatMap { Self.identifiers("buildPhases", of: objects[$0]?.value) }.map { ($0, 1) },
      uniquingKeysWith: +)
    stepsOfSharedPhases = Dictionary(
      uniqueKeysWithValues: phases.filter { $0.value > 1 }.map { phase, _ in
        (phase, (objects[phase]?.value["files"]?.strings.count ?? 0) * Self.stepsOfSharedFile)
      })
    targetsOfProducts = Dictionary(
      targets.compactMap { id in
        guard let target = objects[id]?.value, let product = target["productReference"]?.string,
          let name = target["name"]?.string
        else { return nil }
        return (product, name)
      }, uniquingKeysWith: { first, _ in first })
    name = AppPath.stem(of: bundle)
    self.bundle = bundle
    var folder = AppPath.folder(of: bundle)
    if let path = root["projectDirPath"]?.string, !path.isEmpty {
      guard let joined = AppPath.joined(folder, path) else {
        files.leaveOutCode(
          root.location, "The folder \(path) of the project is outside of the folder that is read")
        return nil
      }
      folder = joined
    }
    self.folder = folder
    parents = Self.parents(in: objects, below: root["mainGroup"]?.string)
    synchronizedGroups = objects.values
      .filter { $0.value["isa"]?.string == "PBXFileSystemSynchronizedRootGroup" }
      .map { ($0.key, $0.value) }
      .sorted { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }
    var exceptions: [String: [(group: String, set: ValueNode)]] = [:]
    for (group, object) in synchronizedGroups {
      for id in Self.identifiers("exceptions", of: object) {
        guard let set = objects[id]?.value, let owner = (set["target"] ?? set["buildPhase"])?.string else {
          continue
        }
        exceptions[owner, default: []].append((group, set))
      }
    }
    self.exceptions = exceptions
    var depths: [String: Int] = [:]
    for group in Set(parents.values) { addPaths(around: group, &depths) }
    deepGroups = Set(depths.filter { $0.value >= Self.maximumDepth }.keys)
  }

  /// The parent group of each group and file in the project's main group. Without a main group, of each group and file in any group.
  private static func parents(in objects: [String: ValueEntry], below main: String?) -> [String: String] {
    var parents: [String: String] = [:]
    let groups = objects.filter { groupTypes.contains($1.value["isa"]?.string ?? "") }
    var open =
      main.map { [$0] } ?? groups.keys.sorted { $1.utf8.lexicographicallyPrecedes($0.utf8) }
    while let id = open.popLast() {
      guard let group = groups[id] else { continue }
      // A project with a file in two groups is damaged. The first group counts.
      for child in identifiers("children", of: group.value) where child != main && parents[child] == nil {
        parents[child] = id
        if main != nil { open.append(child) }
      }
    }
    return parents
  }

  /// The types of objects that have children.
  private static let groupTypes: Set<String> = ["PBXGroup", "PBXVariantGroup", "XCVersionGroup"]

  /// Adds the paths of a group and of the groups around it, the outermost first, and their depths.
  private mutating func addPaths(around group: String, _ depths: inout [String: Int]) {
    var open: [String] = []
    var next: String? = group
    while let id = next, depths[id] == nil {
      open.append(id)
      // A group that is within itself is deeper than any limit.
      depths[id] = Self.maximumDepth
      next = parents[id]
    }
    var depth = next.flatMap { depths[$0] } ?? 0
    for id in open.reversed() {
      depth = min(depth + 1, Self.maximumDepth)
      depths[id] = depth
      if depth < Self.maximumDepth { groupPaths[id] = path(of: id) }
    }
  }

  /// The object with an identifier.
  func object(_ id: String?) -> ValueNode? { id.flatMap { objects[$0] }?.value }

  /// The steps for the files of a target's build phases that other targets have as well. Xcode writes a phase into one target.
  func stepsOfSharedPhases(of target: ValueNode) -> Int {
    objects("buildPhases", of: target).reduce(0) { $0 + (stepsOfSharedPhases[$1.id] ?? 0) }
  }

  /// The place at which an object begins.
  func location(of id: String) -> FactLocation { file.location(of: objects[id]?.offset) }

  /// The objects that a key of another object lists, with their identifiers, each once.
  func objects(_ key: String, of object: ValueNode) -> [(id: String, object: ValueNode)] {
    Self.identifiers(key, of: object).compactMap { id in self.object(id).map { (id, $0) } }
  }

  /// The identifiers that a key of an object lists, in their order. A damaged project that repeats an identifier names no further object.
  private static func identifiers(_ key: String, of object: ValueNode?) -> [String] {
    var seen: Set<String> = []
    return (object?[key]?.strings ?? []).filter { seen.insert($0).inserted }
  }

  /// The identifiers of references to folders, which may be packages.
  var folderReferences: [String] {
    objects.filter { id, entry in
      entry.value["isa"]?.string == "PBXFileReference"
        && ["folder", "wrapper", "text"].contains(entry.value["lastKnownFileType"]?.string ?? "")
    }.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The identifiers of references to other projects, with their paths as written.
  var projectReferences: [(id: String, path: String)] {
    objects.compactMap { id, entry in
      entry.value["path"]?.string.flatMap { $0.hasSuffix(".xcodeproj") ? (id, $0) : nil }
    }.sorted { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }
  }

  /// The path of a file or group; `nil` if the path is outside of the folder that is read.
  func path(of id: String) -> String? { path(of: id, depth: 0) }

  private func path(of id: String, depth: Int) -> String? {
    guard depth < Self.maximumDepth, let object = object(id) else { return nil }
    let path = object["path"]?.string ?? ""
    switch object["sourceTree"]?.string ?? "<group>" {
    case "<group>":
      guard let parent = parents[id] else { return AppPath.joined(folder, path) }
      guard !deepGroups.contains(parent) else { return nil }
      // The files of a localized group are in the group's own folder.
      let group = groupPaths[parent] ?? self.path(of: parent, depth: depth + 1)
      return group.flatMap { AppPath.joined($0, path) }
    case "SOURCE_ROOT": return AppPath.joined(folder, path)
    default: return nil
    }
  }
}
