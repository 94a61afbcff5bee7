internal import AppFacts
internal import Quantities

/// A pod whose code is in a folder: `pod 'Name', :path => 'Name'`.
struct LocalPod {
  let name: String
  /// The folder of the pod; `nil` if it is not known.
  let folder: String?
  /// The place in the file that names the folder.
  let location: FactLocation

  /// A pod in a folder that a file names, relative to the Podfile's folder `root`; `nil` if the folder belongs to a package manager.
  init?(_ name: String, in written: String?, at location: FactLocation, from root: String) {
    self.name = name
    self.location = location
    guard let written else {
      folder = nil
      return
    }
    let path = written.hasSuffix(".podspec") ? AppPath.folder(of: written) : written
    // A path that leads out of the app's folder may lead back into it, through the name of the clone's
    // folder.
    let folder = AppPath.joined(root, path)
    guard !DependencyFolders.belongToNPM(folder ?? path) else { return nil }
    self.folder = folder
  }

  /// The pods of the mapping `EXTERNAL SOURCES` of a lock file.
  static func all(inLock root: ValueNode) -> [LocalPod] {
    (root["EXTERNAL SOURCES"]?.entries ?? []).compactMap { entry in
      guard let path = entry.value[":path"] else { return nil }
      return LocalPod(
        entry.key, in: path.string ?? path.settingText, at: path.location,
        from: AppPath.folder(of: path.location.file))
    }
  }

  /// The pods of a file with calls such as `pod 'Name', :path => 'Folder'`, with folders relative to the Podfile's folder `root`.
  static func all(in calls: [RubyCall], at path: String, from root: String) -> [LocalPod] {
    func setsOptions() -> Bool {
      calls.contains { words(of: $0.text).contains(where: keys.contains) && $0.isAssignment }
    }
    var knowsOptions: Bool?
    var pods: [LocalPod] = []
    for call in calls where pods.count < mostPods {
      let location = FactLocation(file: path, line: call.line)
      let own = all(in: call, at: location, from: root)
      pods += own
      guard own.isEmpty, let name = nameOfPodWithOptions(call) else { continue }
      let isSet = knowsOptions ?? setsOptions()
      knowsOptions = isSet
      if isSet, let pod = LocalPod(name, in: nil, at: location, from: root) { pods.append(pod) }
    }
    return pods
  }

  /// The keys of a pod's folder.
  private static let keys: Set<Substring> = ["git", "path"]

  private static func words(of text: String) -> [Substring] {
    text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
  }

  /// The name of a pod whose options are computed: `pod 'Kit', options` and `pod 'Kit', **options`; `nil` for other calls.
  private static func nameOfPodWithOptions(_ call: RubyCall) -> String? {
    guard words(of: call.text).contains("pod") else { return nil }
    let tokens = call.tokens
    guard let index = tokens.firstIndex(of: .word("pod")) else { return nil }
    var rest = tokens[(index + 1)...].drop { $0 == .sign("(") }
    guard case .text(let name)? = rest.popFirst(), rest.popFirst() == .sign(",") else { return nil }
    rest = rest.drop { [.sign("*"), .sign("$"), .sign("@")].contains($0) }
    // A key of an option has a colon.
    guard case .word? = rest.popFirst(), rest.first != .sign(":") else { return nil }
    return name ?? computedName
  }

  /// The text that stands for a computed name.
  private static let computedName = "of a computed name"

  /// The maximum number of pods in folders. An app has a few such pods.
  static let mostPods = 10_000

  private static func all(in call: RubyCall, at location: FactLocation, from root: String) -> [LocalPod] {
    let words = words(of: call.text)
    guard words.contains("pod"), words.contains(where: keys.contains) else { return [] }
    let tokens = call.tokens
    guard let pod = tokens.firstIndex(of: .word("pod")) else { return [] }
    let name =
      if case .text(let text?)? = tokens[(pod + 1)...].first(where: { $0 != .sign("(") }) { text } else {
        computedName
      }
    // The folder of a file that the Podfile loads is another folder than the Podfile's.
    let isKnown =
      AppPath.folder(of: location.file) == root
      || !["__dir__", "__FILE__"].contains(where: call.text.contains)
    return ["path", "git"].compactMap { key in
      guard let value = value(of: key, in: tokens) else { return nil }
      var path = RubyPath(value)
      let text = path.path()
      let folder = isKnown && path.isAtEnd ? text : nil
      // Git clones from a host, or from a folder.
      if key == "git", folder?.contains(":") == true { return nil }
      return LocalPod(name, in: folder, at: location, from: root)
    }
  }

  /// What follows a key of a call: `:path => value`, `'path' => value`, `path: value` or `'path': value`.
  private static func value(of key: String, in tokens: [RubyCall.Token]) -> ArraySlice<RubyCall.Token>? {
    for index in tokens.indices where tokens[index] == .word(key) || tokens[index] == .text(key) {
      let rest = tokens[(index + 1)...]
      if rest.starts(with: [.sign("="), .sign(">")]) { return rest.dropFirst(2) }
      if rest.first == .sign(":") { return rest.dropFirst() }
    }
    return nil
  }

  /// The name without the part of the pod that is used: `Kit` of `Kit/Core`.
  var baseName: Substring { name.pathNames.first ?? "" }

  /// Whether the folder has code that no target compiles.
  func hasCode(besides compiled: Set<String>, _ files: ProjectFiles) -> Bool {
    guard let folder else { return true }
    let code = files.files(below: folder, "pod") {
      FolderWalk(files.tree, from: folder) { name in
        if name.hasPrefix(".") || DependencyFolders.names.contains(name) { return .none }
        return AppPath.isSource(name) ? .file : name.contains(".") ? .none : .either
      }.files.filter(AppPath.isSource)
    }
    return code.contains { !compiled.contains($0) }
  }
}
