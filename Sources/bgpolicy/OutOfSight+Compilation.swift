internal import AppFacts
internal import PolicyLint
internal import PolicyModel
internal import PolicySyntax
internal import Quantities
internal import RepositoryFiles

// Two kinds of files: files that the app compiles and no policy is compared with, and files that only other apps compile now.
extension OutOfSight {
  /// Adds files with background work that the policies' apps compiled before the change, and that only other targets compile now.
  mutating func addFilesOfOthers(of app: App, formerly facts: AppFacts, _ former: ComparedCode) {
    let (before, now) = (facts.apps(withIdentifiers: app.formerIdentifiers), app.own)
    // Without apps, policies are compared with all code.
    guard !now.isEmpty else { return }
    func isOfApp(_ file: String, _ releases: [ReleaseApp]) -> Bool {
      releases.contains { if case .process = $0.membership(ofFile: file) { true } else { false } }
    }
    let others = facts.filesOfApp.intersection(app.facts.filesOfApp).filter {
      former.contains($0) && isOfApp($0, before) && !isOfApp($0, now)
    }
    let base = base
    addFiles(
      with: app.facts.code.filter { others.contains($0.location.file) }, of: app,
      help: "take the change back, or write a policy for the app that compiles the file"
    ) { path in
      "The change takes \(path) out of sight: the gate read it at \(base), and now no target of the policy's app compiles it"
    }
  }

  /// What a change does with a file that no policy is compared with.
  private enum Use: String, CaseIterable {
    case adds, edits
    case compiles = "has the app compile"
  }

  /// Adds files with background work of the policies' own apps that no policy is compared with, if the change adds or edits them, or has the
  /// app compile them. `former` are the files that the app compiled before the change; `nil` if the change can't affect that.
  ///
  /// Returns the files as absolute paths.
  mutating func addUncomparedFiles(
    of app: App, formerly former: Set<String>?, among changed: Set<String>, generated: GeneratedFiles
  ) -> Set<String> {
    let own = app.own
    var uses: [String: Use] = [:]
    let facts = app.facts.code.filter { fact in
      let file = fact.location.file
      let place = "\(app.root)/\(file)"
      guard !app.code.contains(file), fact.kind != .dependency,
        own.contains(where: { if case .process = $0.membership(of: fact) { true } else { false } })
      else { return false }
      if entries[place] == nil {
        uses[file] = .adds
      } else if !ReleaseApp.isEverywhere(fact.kind) {
        let isNew = former.map { !$0.contains(file) } ?? false
        uses[file] = isNew ? .compiles : changed.contains(place) ? .edits : nil
      }
      return uses[file] != nil
    }
    let written = Set(facts.map(\.location.file)).filter { generated.contains("\(app.root)/\($0)", access) }
    for use in Use.allCases {
      let own = facts.filter { uses[$0.location.file] == use && !written.contains($0.location.file) }
      addFiles(with: own, of: app, help: "add its folder to app.sources", severity: .warning) { path in
        "The change \(use.rawValue) \(path), which \(use == .compiles ? "" : "the app compiles and ")no policy is compared with: app.sources of \(app.policy.name) does not have it"
      }
    }
    return Set(facts.map { "\(app.root)/\($0.location.file)" })
  }

  /// Adds a finding for each file with a fact, at the file's first fact. An import alone is not a reason for a finding.
  private mutating func addFiles(
    with facts: [CodeFact], of app: App, help: String, severity: Severity = .error,
    _ message: (String) -> String
  ) {
    let lines = Dictionary(
      facts.filter { $0.kind != .dependency }.map { ($0.location.file, $0.location.line) }
    ) { first, _ in first }
    for (file, line) in lines.sorted(by: { $0.key.isBefore($1.key) }) {
      let path = relative("\(app.root)/\(file)")
      add(inFile: path, line: line) {
        .codeOutOfSight(at: $0, path: "", message(path), help: help, severity: severity)
      }
    }
  }

  /// The files that bgpolicy generates from policies.
  func generatedFiles(of readings: [PolicyReading]) -> GeneratedFiles {
    var files = GeneratedFiles()
    for reading in readings {
      let before = predecessor(of: reading) ?? reading
      // A change of the policy can't name another folder.
      guard let generate = before.policy?.generate, let policy = reading.policy else { continue }
      files.folders += ([generate.output.value] + (generate.supportOutput.map { [$0.value] } ?? []))
        .map { RelativePath.normalized(absolute(RelativePath.resolve($0, from: before.sources[0].name))) }
      files.texts.merge(ReadApps.generated(from: policy, at: reading.sources[0].name)) { $0.union($1) }
    }
    return files
  }
}

/// The files that bgpolicy generates: by their folders and, as anybody can put a file into these folders, by their texts.
struct GeneratedFiles {
  /// The folders, as absolute paths.
  var folders: [String] = []
  /// The texts of code by the names of files.
  var texts: [String: Set<[UInt8]>] = [:]

  /// Whether bgpolicy generates the file at an absolute path. A file that is not code counts by its folder.
  func contains(_ path: String, _ access: FileAccess) -> Bool {
    guard folders.contains(where: { path.isBelow($0) }) else { return false }
    guard AppFacts.isCode(path) else { return true }
    guard let texts = texts[RelativePath.name(of: path)],
      let bytes = try? access.repository(around: path).readRegularFile(path, limit: AppReader.fileLimit)
    else { return false }
    return texts.contains(bytes)
  }
}
