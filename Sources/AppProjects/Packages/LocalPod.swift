internal import AppFacts

/// A pod whose code is in a folder: `pod 'Name', :path => 'Name'`.
struct LocalPod {
  let name: String
  /// The folder of the pod; `nil` if it is not known.
  let folder: String?
  /// The place in the file that names the folder.
  let location: FactLocation

  /// A pod in a folder that a file names; `nil` if the folder belongs to a package manager or is outside of the app.
  init?(_ name: String, in written: String?, at location: FactLocation) {
    self.name = name
    self.location = location
    guard let written else {
      folder = nil
      return
    }
    let folder = written.hasSuffix(".podspec") ? AppPath.folder(of: written) : written
    guard let found = AppPath.joined(AppPath.folder(of: location.file), folder),
      !found.split(separator: "/").contains(where: { DependencyFolders.names.contains(String($0)) })
    else { return nil }
    self.folder = found
  }

  /// The pods of the mapping `EXTERNAL SOURCES` of a lock file.
  static func all(inLock root: ValueNode) -> [LocalPod] {
    (root["EXTERNAL SOURCES"]?.entries ?? []).compactMap { entry in
      guard let path = entry.value[":path"] else { return nil }
      return LocalPod(entry.key, in: path.string ?? path.settingText, at: path.location)
    }
  }

  /// The pods of a Podfile, by calls such as `pod 'Name', :path => 'Folder'`, which may take several lines.
  static func all(inPodfile lines: [(number: Int, line: String)], at path: String) -> [LocalPod] {
    var pods: [LocalPod] = []
    var call = ""
    for (number, line) in lines {
      let code = line.drop(while: \.isWhitespace)
      guard !code.hasPrefix("#") else { continue }
      call += call.isEmpty ? String(code) : " \(code)"
      if call.count < mostOfACall, [",", "\\", "(", "=>"].contains(where: call.trimmedEnd.hasSuffix) {
        continue
      }
      if pods.count < mostPods { pods += all(inCall: call, at: FactLocation(file: path, line: number)) }
      call = ""
    }
    return pods
  }

  /// The maximum number of pods in folders, of which an app has a few.
  static let mostPods = 10_000

  /// The maximum length of a call that goes on in the next line.
  private static let mostOfACall = 2_000

  private static func all(inCall call: String, at location: FactLocation) -> [LocalPod] {
    let words = call.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    guard words.contains("pod"), words.contains(where: { $0 == "path" || $0 == "git" }),
      let pod = call.firstRange(of: "pod")
    else { return [] }
    let name = quoted(call[pod.upperBound...].drop { $0.isWhitespace || $0 == "(" }) ?? "of a computed name"
    return ["path", "git"].compactMap { key in
      guard let value = value(of: key, in: call) else { return nil }
      let folder = quoted(value)
      // Git clones from a host, or from a folder.
      if key == "git", folder?.contains(":") == true { return nil }
      return LocalPod(name, in: folder, at: location)
    }
  }

  /// The text after a key of a call: `:path => value`, `'path' => value` or `path: value`.
  private static func value(of key: String, in call: String) -> Substring? {
    let forms = [":\(key)=>", ":'\(key)'=>", ":\"\(key)\"=>", "'\(key)'=>", "\"\(key)\"=>", "\(key):"]
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

extension String {
  fileprivate var trimmedEnd: Substring {
    self[..<(lastIndex { !$0.isWhitespace }.map(index(after:)) ?? startIndex)]
  }
}
