internal import AppFacts
internal import AppProjects
internal import AppSources
internal import JSON
internal import PolicyImport
internal import PolicyModel
internal import PolicySyntax

extension FuzzTarget {
  /// The app itself.
  static let apps = [
    FuzzTarget(name: "facts") { bytes in
      guard let json = try? JSONReader.read(bytes), let facts = try? AppFacts(json) else { return }
      let text = facts.json.compactText
      guard let again = try? JSONReader.read(Array(text.utf8)), let read = try? AppFacts(again) else {
        Fuzz.fail("the facts can't be read: \(text)")
      }
      Fuzz.require(read.json.compactText == text, "the facts are others after they are read")
      for policy in PolicyImport.policies(of: facts) { check(policy) }
    },
    FuzzTarget(name: "sources") { bytes in
      // The first byte chooses the language.
      let isObjectiveC = bytes.first.map { $0 % 4 == 0 } ?? false
      let file = SourceFile(
        path: isObjectiveC ? "App.m" : "App.swift", text: String(decoding: bytes.dropFirst(), as: UTF8.self),
        isTest: false)
      let index = CodeReader.index(file)
      let facts = CodeReader.facts(of: [index])
      // The lexer reads no file with a NUL, and the cache keeps no such index.
      guard index.isRead else { return }
      guard let kept = CodeReader.index(CodeReader.bytes(of: index), of: file) else {
        Fuzz.fail("the index can't be read")
      }
      let again = CodeReader.facts(of: [kept])
      Fuzz.require(again == facts, "the kept index has other facts:\n\(again)\n\(facts)")
      for policy in PolicyImport.policies(of: AppFacts(code: facts, files: [file.path])) { check(policy) }
    },
    FuzzTarget(name: "index") { bytes in
      for path in ["App.swift", "App.m"] {
        let file = SourceFile(path: path, text: "let a = 1\n", isTest: false)
        if let index = CodeReader.index(bytes, of: file) { _ = CodeReader.facts(of: [index]) }
      }
    },
    FuzzTarget(name: "project") { bytes in
      read(bytes, as: ["App.xcodeproj/project.pbxproj", "project.yml", "Package.swift"])
    },
    FuzzTarget(name: "dependencies") { bytes in
      read(bytes, as: ["Podfile", "Podfile.lock", "Cartfile", "package.json", "pubspec.yaml"])
    },
  ]

  /// Reads the bytes as each of some files of a project, which is alone in its folder.
  private static func read(_ bytes: [UInt8], as paths: [String]) {
    for path in paths {
      let projects = AppProjects(FuzzedTree(path: path, content: bytes))
      let facts = AppFacts(targets: projects.targets, files: projects.files, unread: projects.unread)
      guard let read = try? AppFacts(facts.json), read.json == facts.json else {
        Fuzz.fail("the facts can't be read")
      }
      for policy in PolicyImport.policies(of: facts) { check(policy) }
    }
  }

  /// An imported policy is YAML without control characters.
  private static func check(_ policy: ImportedPolicy) {
    checkOutput(policy.yaml, policy.file)
    let reading = PolicyReader.read(SourceText(name: policy.file, text: policy.yaml), file: base)
    let problems = reading.diagnostics.filter { $0.rule.text.hasPrefix("yaml-") }.map(\.message)
    Fuzz.require(problems.isEmpty, "\(problems):\n\(policy.yaml)")
  }
}

/// A folder with one file.
private struct FuzzedTree: FileTree {
  let path: String
  let content: [UInt8]

  func bytes(of path: String) -> [UInt8]? { path == self.path ? content : nil }

  func names(in path: String) -> [String]? {
    let prefix = path.isEmpty ? "" : path + "/"
    guard self.path.hasPrefix(prefix), self.path != path else { return nil }
    return self.path.dropFirst(prefix.count).split(separator: "/").first.map { [String($0)] }
  }
}
