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

  /// Adds new files of the policies' own apps that no policy is compared with.
  mutating func addNewFiles(of app: App, generated: [String]) {
    let own = app.own
    let facts = app.facts.code.filter { fact in
      let place = "\(app.root)/\(fact.location.file)"
      return !app.code.contains(fact.location.file) && entries[place] == nil
        && !generated.contains { place.hasPrefix($0 + "/") }
        && own.contains { if case .process = $0.membership(of: fact) { true } else { false } }
    }
    addFiles(with: facts, of: app, help: "add its folder to app.sources", severity: .warning) { path in
      "The change adds \(path), which the app compiles and no policy is compared with: app.sources of \(app.policy.name) does not have it"
    }
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

  /// The folders into which bgpolicy writes, as absolute paths. A change of the policy can't name another folder.
  func generatedFolders(of readings: [PolicyReading]) -> [String] {
    readings.flatMap { reading in
      let before = predecessor(of: reading) ?? reading
      guard let generate = before.policy?.generate else { return [String]() }
      return ([generate.output.value] + (generate.supportOutput.map { [$0.value] } ?? []))
        .map { RelativePath.normalized(absolute(RelativePath.resolve($0, from: before.sources[0].name))) }
    }
  }
}
