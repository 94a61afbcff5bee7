internal import AppFacts

/// A pod whose code is in a folder: `pod 'Name', :path => 'Name'`.
struct LocalPod {
  let name: String
  /// The folder of the pod; `nil` if it is not known.
  let folder: String?
  /// The place in the file that names the folder.
  let location: FactLocation

  /// A pod in a folder that a file names, relative to the Podfile's folder `root`; `nil` if the folder belongs to a package manager or is
  /// outside of the app.
  init?(_ name: String, in written: String?, at location: FactLocation, from root: String) {
    self.name = name
    self.location = location
    guard let written else {
      folder = nil
      return
    }
    let folder = written.hasSuffix(".podspec") ? AppPath.folder(of: written) : written
    guard let found = AppPath.joined(root, folder),
      !found.split(separator: "/").contains(where: { DependencyFolders.names.contains(String($0)) })
    else { return nil }
    self.folder = found
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
      let own = all(inCall: call.text, at: location, from: root)
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
    return name ?? "of a computed name"
  }

  /// The maximum number of pods in folders, of which an app has a few.
  static let mostPods = 10_000

  private static func all(inCall call: String, at location: FactLocation, from root: String) -> [LocalPod] {
    let words = Self.words(of: call)
    guard words.contains("pod"), words.contains(where: keys.contains),
      let pod = call.firstRange(of: "pod")
    else { return [] }
    let name = quoted(call[pod.upperBound...].drop { $0.isWhitespace || $0 == "(" }) ?? "of a computed name"
    return ["path", "git"].compactMap { key in
      guard let value = value(of: key, in: call) else { return nil }
      let folder = quoted(value)
      // Git clones from a host, or from a folder.
      if key == "git", folder?.contains(":") == true { return nil }
      return LocalPod(name, in: folder, at: location, from: root)
    }
  }

  /// The text after a key of a call: `:path => value`, `'path' => value`, `path: value` or `'path': value`.
  private static func value(of key: String, in call: String) -> Substring? {
    let forms = [
      ":\(key)=>", ":'\(key)'=>", ":\"\(key)\"=>", "'\(key)'=>", "\"\(key)\"=>", "\(key):", "'\(key)':",
      "\"\(key)\":",
    ]
    var rest = call[...]
    while let start = rest.firstIndex(where: { ":'\"".contains($0) || $0 == key.first }) {
      for form in forms {
        var after = rest[start...]
        let isForm = form.allSatisfy { character in
          after = after.drop(while: \.isWhitespace)
          guard after.first == character else { return false }
          after = after.dropFirst()
          return true
        }
        let before = start == call.startIndex ? " " : call[call.index(before: start)]
        if isForm, !before.isLetter, before != "_" { return after.drop(while: \.isWhitespace) }
      }
      rest = rest[rest.index(after: start)...]
    }
    return nil
  }

  /// The text that begins with a quotation mark; `nil` if it is computed.
  private static func quoted(_ text: Substring) -> String? {
    guard let mark = text.first, mark == "'" || mark == "\"" else { return nil }
    let inner = text.dropFirst()
    guard let end = inner.firstIndex(of: mark) else { return nil }
    let rest = inner[inner.index(after: end)...].drop(while: \.isWhitespace)
    guard rest.isEmpty || rest.first.map({ ",)}#;".contains($0) }) == true || rest.hasPrefix("end") else {
      return nil
    }
    let value = String(inner[..<end])
    return value.contains("#{") || value.contains("\\") ? nil : value
  }

  /// The name without the part of the pod that is used: `Kit` of `Kit/Core`.
  var baseName: Substring { name.prefix { $0 != "/" } }

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
