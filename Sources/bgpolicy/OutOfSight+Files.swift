internal import AppFacts
internal import PolicyLint
internal import PolicyModel
internal import PolicyReports
internal import PolicySyntax
internal import Quantities
internal import RepositoryFiles

// Files that the gate compared with policies before the change, that still exist, and that it does not compare now: no target
// other than tests compiles them, or they are outside of the folders in `app.sources`.
extension OutOfSight {
  /// A file that is out of sight, by paths relative to the app's folder.
  private struct Lost {
    /// The path before the change, relative to the app's folder before the change.
    let former: String
    /// The path after the change, which is the former path unless the file was renamed.
    let current: String
    /// Whether a target of the app compiles the file after the change.
    let isCompiled: Bool
  }

  /// An app that was read, and the parts that policies are compared with.
  private struct App {
    /// The folder as the call names it.
    let folder: String
    /// The folder as an absolute path without links.
    let root: String
    let facts: AppFacts
    /// The first policy of the app.
    let policy: SourceText
    /// The code that policies are compared with.
    var code: ComparedCode
    /// The code that these policies were compared with before the change.
    var former: [ComparedCode]
    /// The bundle identifiers of the policies.
    var identifiers: Set<String>
    /// The bundle identifiers of the policies before the change.
    var formerIdentifiers: Set<String>

    /// The facts that policies are compared with, and those of some other files.
    func facts(of facts: AppFacts, besides files: Set<String>) -> [CodeFact] {
      facts.code.filter { code.contains($0.location.file) || files.contains($0.location.file) }
    }
  }

  /// Code that policies are compared with.
  private struct ComparedCode {
    /// The app's folder, as an absolute path.
    let root: String
    /// The folders with the code, as absolute paths. Empty for all folders.
    var sources: [String]

    /// Whether a file is among the code, whose path is relative to the app's folder.
    func contains(_ file: String) -> Bool {
      sources.isEmpty || sources.contains { "\(root)/\(file)".hasPrefix($0 + "/") || "\(root)/\(file)" == $0 }
    }

    /// The code of several policies.
    func joined(_ other: ComparedCode) -> ComparedCode {
      ComparedCode(
        root: root, sources: sources.isEmpty || other.sources.isEmpty ? [] : sources + other.sources)
    }
  }

  /// Adds the files that a change takes out of sight, and that still exist. `called` is the app's folder on the command line.
  ///
  /// A file that would change nothing of what is known of the app's code hides nothing.
  mutating func addFiles(
    of apps: ReadApps, called: String?, for readings: [PolicyReading]
  ) throws(UnreadableFile) {
    let changed = try repository.changed(since: commit) { _ in false }
    addLinks(among: changed)
    let read = self.apps(apps, called: called, of: readings)
    // Several apps may share a folder of code.
    let compared = Set(
      read.flatMap { app in app.facts.filesOfApp.filter(app.code.contains).map { "\(app.root)/\($0)" } })
    for app in read {
      var all: [Lost] = []
      for former in app.former {
        let gone: [String]
        if former.root == app.root {
          do throws(UnreadableFile) {
            let facts = try formerFacts(of: app, apps, changed)
            gone = facts.map { Array($0.filesOfApp.subtracting(app.facts.unread.map(\.location.file))) } ?? []
            if let facts { addFilesOfOthers(of: app, formerly: facts, former) }
          } catch {
            let message =
              "Files that the change hides are unknown, because the app could not be read at \(base)"
            add(
              .codeOutOfSight(
                at: .start, path: "app", "\(message): \(error.reason)", help: "compare with another revision",
                severity: .warning), to: app.policy)
            continue
          }
        } else {
          // The change moved the app's folder. What its projects said of the files is not known.
          gone = entries.keys.filter { $0.hasPrefix(former.root + "/") && AppFacts.isCode($0) }
            .map { String($0.dropFirst(former.root.count + 1)) }
        }
        let names = Set(gone.filter(former.contains)).subtracting(all.map(\.former))
        all += try lost(names.sorted { $0.isBefore($1) }, from: former.root, of: app, besides: compared)
      }
      if !all.isEmpty { addFiles(all, of: app, apps) }
    }
    let generated = generatedFolders(of: readings)
    for app in read { addNewFiles(of: app, generated: generated) }
    let known = read.flatMap { app in Self.knownFiles(of: app.facts).map { "\(app.root)/\($0)" } }
    addMentions(
      among: changed, below: read.map(\.root), known: compared.union(known), generated: generated)
  }

  /// The files that were read as code of tests or of any app of the project, and the files that were not read with a reason.
  private static func knownFiles(of facts: AppFacts) -> Set<String> {
    let tests = facts.targets.filter { $0.kind == .tests }.flatMap(\.sources)
    let apps = ReleaseApp.all(in: facts).flatMap(\.processes).flatMap(\.sources)
    return Set(facts.files).intersection(tests + apps).union(facts.unread.map(\.location.file))
  }

  /// The folders into which bgpolicy writes, as absolute paths. A change of the policy can't name another folder.
  private func generatedFolders(of readings: [PolicyReading]) -> [String] {
    readings.flatMap { reading in
      let before = predecessors[reading.sources[0].name] ?? reading
      guard let generate = before.policy?.generate else { return [String]() }
      return ([generate.output.value] + (generate.supportOutput.map { [$0.value] } ?? []))
        .map { RelativePath.normalized(absolute(RelativePath.resolve($0, from: before.sources[0].name))) }
    }
  }

  /// What the projects of an app said before the change; `nil` if the change can't affect which files the app compiles.
  private func formerFacts(
    of app: App, _ apps: ReadApps, _ changed: Set<String>
  ) throws(UnreadableFile) -> AppFacts? {
    guard let texts = formerTexts(below: app.root, changed) else { return nil }
    return try apps.facts(in: app.folder, as: ReadingVariant(texts: texts, readsCode: false))
  }

  /// Adds files with background work that the policies' apps compiled before the change, and that only other targets compile now.
  private mutating func addFilesOfOthers(of app: App, formerly facts: AppFacts, _ former: ComparedCode) {
    let (before, now) = (Self.own(app.formerIdentifiers, in: facts), Self.own(app.identifiers, in: app.facts))
    // Without apps, policies are compared with all code.
    guard !now.isEmpty else { return }
    func isOfApp(_ file: String, _ releases: [ReleaseApp]) -> Bool {
      releases.contains { if case .process = $0.membership(ofFile: file) { true } else { false } }
    }
    let others = facts.filesOfApp.intersection(app.facts.filesOfApp).filter {
      former.contains($0) && isOfApp($0, before) && !isOfApp($0, now)
    }
    var lines: [String: Int] = [:]
    for fact in app.facts.code where fact.kind != .dependency && others.contains(fact.location.file) {
      lines[fact.location.file] = lines[fact.location.file] ?? fact.location.line
    }
    for (file, line) in lines.sorted(by: { $0.key.isBefore($1.key) }) {
      let path = relative("\(app.root)/\(file)")
      let message =
        "The change takes \(path) out of sight: the gate read it at \(base), and now no target of the policy's app compiles it"
      add(inFile: path, line: line) {
        .codeOutOfSight(
          at: $0, path: "", message,
          help: "take the change back, or write a policy for the app that compiles the file")
      }
    }
  }

  /// The apps with some bundle identifiers; all apps if none has any of them.
  private static func own(_ identifiers: Set<String>, in facts: AppFacts) -> [ReleaseApp] {
    let own = identifiers.sorted { $0.isBefore($1) }.flatMap { ReleaseApp.all(in: facts, withIdentifier: $0) }
    return own.isEmpty ? ReleaseApp.all(in: facts) : own
  }

  /// The apps of policies that were read, each once.
  private func apps(_ apps: ReadApps, called: String?, of readings: [PolicyReading]) -> [App] {
    var found: [App] = []
    for reading in readings {
      let policy = reading.sources[0]
      guard let folder = apps.folder(for: reading, at: policy.name), let facts = apps.known(in: folder),
        let root = FileAccess.resolved(absolute(folder))
      else { continue }
      let code = ComparedCode(
        root: root, sources: reading.sourceFolders.map { FileAccess.resolved(absolute($0)) ?? absolute($0) })
      let former = formerCode(of: reading, called: called).map { [$0] } ?? []
      let identifiers = Set([reading.bundleIdentifier].compactMap(\.self))
      let formerIdentifiers = Set(
        [predecessors[policy.name]?.bundleIdentifier].compactMap(\.self))
      guard let index = found.firstIndex(where: { $0.folder == folder }) else {
        found.append(
          App(
            folder: folder, root: root, facts: facts, policy: policy, code: code, former: former,
            identifiers: identifiers, formerIdentifiers: formerIdentifiers))
        continue
      }
      found[index].code = found[index].code.joined(code)
      found[index].identifiers.formUnion(identifiers)
      found[index].formerIdentifiers.formUnion(formerIdentifiers)
      for one in former {
        if let same = found[index].former.firstIndex(where: { $0.root == one.root }) {
          found[index].former[same] = found[index].former[same].joined(one)
        } else {
          found[index].former.append(one)
        }
      }
    }
    return found
  }

  /// The code that the policy which a policy follows was compared with; `nil` if there was none.
  private func formerCode(of reading: PolicyReading, called: String?) -> ComparedCode? {
    guard let before = predecessors[reading.sources[0].name], let policy = before.policy else { return nil }
    let own = before.sourceFolders.isEmpty ? nil : ReadApps.folder(of: policy, at: before.sources[0].name)
    guard let folder = called ?? formerApp ?? own else { return nil }
    return ComparedCode(root: place(folder), sources: before.sourceFolders.map(place))
  }

  /// The files that still exist, under their own names or others.
  private func lost(
    _ gone: [String], from root: String, of app: App, besides compared: Set<String>
  ) throws(UnreadableFile) -> [Lost] {
    let compiled = app.facts.filesOfApp
    var renames: [String: String]?
    var lost: [Lost] = []
    for path in gone {
      let place = "\(root)/\(path)"
      guard !compared.contains(place) else { continue }
      var current = path
      if root != app.root || FileAccess.kind(of: place) != .file || FileAccess.resolved(place) != place {
        if renames == nil { renames = try repository.renames(since: commit) }
        guard let renamed = renames?[place], !compared.contains(renamed) else { continue }
        current =
          renamed.hasPrefix("\(app.root)/")
          ? String(renamed.dropFirst(app.root.count + 1)) : RelativePath.path(from: app.root, to: renamed)
      }
      lost.append(Lost(former: path, current: current, isCompiled: compiled.contains(current)))
    }
    return lost
  }

  /// The texts of the changed files of an app before the change. `nil` if the change can't affect the files that the gate
  /// compares.
  private func formerTexts(below root: String, _ changed: Set<String>) -> [String: String?]? {
    var texts: [String: String?] = [:]
    var isAffected = false
    for path in changed where path.hasPrefix("\(root)/") {
      let entry = entries[path]
      // A submodule has files of its own, and a file in a submodule has no entry.
      if entry == nil, FileAccess.kind(of: path) == .folder { continue }
      if let entry, !entry.isFile, !entry.isLink { continue }
      let describesTargets = Self.describesTargets(path)
      let isNewOrGone = (entry?.isFile == true) != (FileAccess.kind(of: path) == .file)
      isAffected =
        isAffected || describesTargets || isNewOrGone && AppFacts.isCode(path) || entry?.isLink == true
        || FileAccess.isLink(path)
      let name = String(path.dropFirst(root.count + 1))
      guard let entry, entry.isFile else {
        texts[name] = .some(nil)
        continue
      }
      // Only the names of other files count.
      let bytes = describesTargets ? (try? repository.contents(of: entry)) ?? [] : []
      texts[name] = .some(String(decoding: bytes, as: UTF8.self))
    }
    return isAffected ? texts : nil
  }

  /// Whether a file may describe targets: projects, specs, manifests, settings, property lists and files that these include.
  private static func describesTargets(_ path: String) -> Bool {
    [
      ".pbxproj", ".xcconfig", ".yml", ".yaml", ".json", ".plist", ".entitlements", "/Package.swift",
      "/Project.swift", "/Workspace.swift", "/Tuist.swift",
    ].contains(where: path.hasSuffix) || path.contains("/ProjectDescriptionHelpers/")
  }

  /// Adds a finding about files, unless the facts of the app are the same with the files.
  private mutating func addFiles(_ lost: [Lost], of app: App, _ apps: ReadApps) {
    var variant = ReadingVariant(sources: lost.map(\.former))
    for file in lost where file.former != file.current {
      let path = "\(app.root)/\(file.current)"
      let bytes = try? access.repository(around: path).readRegularFile(path, limit: AppReader.fileLimit)
      variant.texts[file.former] = .some(String(decoding: bytes ?? [], as: UTF8.self))
    }
    // If the files can't be read, they may hide anything.
    let whole = try? apps.facts(in: app.folder, as: variant)
    let names = Set(lost.map(\.former))
    let code = whole.map { app.facts(of: $0, besides: names) } ?? []
    if let whole, code == app.facts(of: app.facts, besides: names),
      whole.unread.filter(\.isRefused) == app.facts.unread.filter(\.isRefused)
    {
      return
    }
    let facts = code.filter { names.contains($0.location.file) }
    let withFacts = Set(facts.map(\.location.file))
    let hidden = withFacts.isEmpty ? lost : lost.filter { withFacts.contains($0.former) }
    guard let first = hidden.first else { return }
    // An import alone says nothing.
    let own = facts.filter { $0.location.file == first.former }
    let line = (own.first { $0.kind != .dependency } ?? own.first)?.location.line ?? 1
    let (it, files) = hidden.count == 1 ? ("it", "the file") : ("them", "the files")
    let cause =
      hidden.allSatisfy(\.isCompiled)
      ? "app.sources of \(app.policy.name) does not have \(it)"
      : "no target other than tests compiles \(it)"
    let shown = list(hidden, below: app.root)
    let base = base
    add(inFile: relative("\(app.root)/\(first.current)"), line: max(1, line)) {
      .codeOutOfSight(
        at: $0, path: "",
        "The change takes \(shown) out of sight: the gate read \(it) at \(base), and now \(cause)",
        help: "take the change back, or delete \(files)")
    }
  }

  /// Adds new files of the policies' own apps that no policy is compared with.
  private mutating func addNewFiles(of app: App, generated: [String]) {
    let own = Self.own(app.identifiers, in: app.facts)
    var lines: [String: Int] = [:]
    for fact in app.facts.code where fact.kind != .dependency && !app.code.contains(fact.location.file) {
      let file = fact.location.file
      let place = "\(app.root)/\(file)"
      guard lines[file] == nil, entries[place] == nil,
        !generated.contains(where: { place.hasPrefix($0 + "/") }),
        own.contains(where: { if case .process = $0.membership(of: fact) { true } else { false } })
      else { continue }
      lines[file] = fact.location.line
    }
    for (file, line) in lines.sorted(by: { $0.key.isBefore($1.key) }) {
      let path = relative("\(app.root)/\(file)")
      add(inFile: path, line: line) {
        .codeOutOfSight(
          at: $0, path: "",
          "The change adds \(path), which the app compiles and no policy is compared with: app.sources of \(app.policy.name) does not have it",
          help: "add its folder to app.sources", severity: .warning)
      }
    }
  }

  /// The most files that a message names.
  private static let mostNames = 3

  private func list(_ files: [Lost], below root: String) -> String {
    func shown(_ path: String) -> String { relative("\(root)/\(path)") }
    let names = files.prefix(Self.mostNames).map { file in
      file.former == file.current
        ? shown(file.former) : "\(shown(file.former)), which is now \(shown(file.current)),"
    }
    return files.count == 1
      ? names.joined() : "\(files.count) files, such as \(names.joined(separator: ", ")),"
  }
}
