internal import AppFacts
internal import PolicyLint
internal import PolicyModel
internal import PolicyReports
internal import PolicySyntax
internal import Quantities
internal import RepositoryFiles

// Files that the gate compared with policies before the change, that still exist, and that the gate does not compare now: no target other
// than tests compiles them, or they are outside of the folders in `app.sources`.
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

  /// Adds the files that a change takes out of sight, and that still exist. `called` is the app's folder on the command line.
  ///
  /// If the app's facts are the same with the file, the file hides nothing.
  mutating func addFiles(
    of apps: ReadApps, called: String?, for readings: [PolicyReading]
  ) throws(UnreadableFile) {
    let changed = try repository.changed(since: commit) { _ in false }
    addLinks(among: changed)
    let read = self.apps(apps, called: called, of: readings)
    // Several apps may share a folder of code.
    let compared = Set(
      read.flatMap { app in app.facts.filesOfApp.filter(app.code.contains).map { "\(app.root)/\($0)" } })
    var reported: Set<String> = []
    let generated = generatedFiles(of: readings)
    for app in read {
      var all: [Lost] = []
      var compiled: Set<String>?
      for former in app.former {
        let gone: [String]
        if former.root == app.root {
          do throws(UnreadableFile) {
            let facts = try formerFacts(of: app, apps, changed)
            gone = facts.map { Array($0.filesOfApp.subtracting(app.facts.unread.map(\.location.file))) } ?? []
            compiled = facts?.filesOfApp
            if let facts {
              addFilesOfOthers(of: app, formerly: facts, former)
              addPropertyLists(
                of: app, formerly: facts, from: former.root,
                for: readings.filter { apps.folder(for: $0, at: $0.sources[0].name) == app.folder })
            }
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
          // The change moved the app's folder, so the facts of the former projects are not known.
          gone = entries.keys.filter(AppFacts.isCode).compactMap {
            $0.path(below: former.root).map(String.init)
          }
        }
        let names = Set(gone.filter(former.contains)).subtracting(all.map(\.former))
        all += try lost(names.sorted { $0.isBefore($1) }, from: former.root, of: app, besides: compared)
      }
      if !all.isEmpty { addFiles(all, of: app, apps) }
      reported.formUnion(
        addUncomparedFiles(of: app, formerly: compiled, among: changed, generated: generated))
    }
    addSchemes(among: changed, of: read)
    let known = compared.union(read.flatMap { app in app.otherFiles.map { "\(app.root)/\($0)" } })
    let ofApps = Set(read.flatMap { app in app.files.map { "\(app.root)/\($0)" } })
    addDependencies(
      among: changed, below: read.map(\.root), known: known.union(ofApps).union(reported))
    // New files of an app are reported by their facts.
    let new = ofApps.filter { entries[$0] == nil }
    addMentions(
      among: changed, below: read.map(\.root), known: known.union(new).union(reported), outside: ofApps,
      generated: generated)
  }

  /// The facts from the projects of an app before the change; `nil` if the change can't affect which files the app compiles.
  private func formerFacts(
    of app: App, _ apps: ReadApps, _ changed: Set<String>
  ) throws(UnreadableFile) -> AppFacts? {
    guard let texts = try formerTexts(below: app.root, changed) else { return nil }
    return try apps.facts(in: app.folder, as: ReadingVariant(texts: texts, readsCode: false))
  }

  /// The files that still exist, with the same or with a new name.
  private mutating func lost(
    _ gone: [String], from root: String, of app: App, besides compared: Set<String>
  ) throws(UnreadableFile) -> [Lost] {
    let compiled = app.facts.filesOfApp
    var renames: GitRepository.Renames?
    var lost: [Lost] = []
    var unknown = 0
    for path in gone {
      let place = "\(root)/\(path)"
      guard !compared.contains(place) else { continue }
      var current = path
      if root != app.root || FileAccess.kind(of: place) != .file || FileAccess.resolved(place) != place {
        if renames == nil { renames = try repository.renames(since: commit) }
        guard let renamed = renames?.paths[place] else {
          unknown += renames?.isComplete == false ? 1 : 0
          continue
        }
        if compared.contains(renamed) { continue }
        current =
          renamed.path(below: app.root).map(String.init) ?? RelativePath.path(from: app.root, to: renamed)
      }
      lost.append(Lost(former: path, current: current, isCompiled: compiled.contains(current)))
    }
    if unknown > 0 {
      let files = unknown == 1 ? "a file with code is" : "\(unknown) files with code are"
      add(
        .codeOutOfSight(
          at: .start, path: "app",
          "Where \(files) that \(base) has is unknown: the change has too many new files to compare each with it",
          help: "add other files, or move code, in a change of its own"), to: app.policy)
    }
    return lost
  }

  /// The texts of the changed files of an app before the change. `nil` if the change can't affect the files that the gate
  /// compares.
  private func formerTexts(
    below root: String, _ changed: Set<String>
  ) throws(UnreadableFile) -> [String: String?]? {
    var texts: [String: String?] = [:]
    var described: [GitRepository.Entry] = []
    var isAffected = false
    for path in changed {
      guard let name = path.path(below: root).map(String.init) else { continue }
      let entry = entries[path]
      // A submodule has files of its own, and a file in a submodule has no entry.
      if entry == nil, FileAccess.kind(of: path) == .folder { continue }
      if let entry, !entry.isFile, !entry.isLink { continue }
      let describesTargets = Self.describesTargets(path)
      let isNewOrGone = (entry?.isFile == true) != (FileAccess.kind(of: path) == .file)
      isAffected =
        isAffected || describesTargets || isNewOrGone && AppFacts.isCode(path) || entry?.isLink == true
        || FileAccess.isLink(path)
      guard let entry, entry.isFile else {
        texts[name] = .some(nil)
        continue
      }
      // If a file can't describe targets, only its name counts.
      texts[name] = .some("")
      if describesTargets { described.append(entry) }
    }
    guard isAffected else { return nil }
    var size = 0
    try repository.forEachContent(of: described, limit: AppReader.fileLimit) {
      entry, content throws(UnreadableFile) in
      let bytes = try content.get()
      let path = "\(repository.root)/\(entry.path)"
      let name = path.path(below: root).map(String.init) ?? path
      let now = try? access.repository(around: path).readRegularFile(path, limit: AppReader.fileLimit)
      // The attributes of a file may have changed, and not its content.
      guard bytes != now else {
        texts[name] = nil
        return
      }
      size += Self.mostBytes(inJSON: bytes)
      guard size <= Self.mostBytes else {
        throw UnreadableFile(
          "the files that may describe targets, and that the change edits or deletes, are larger than \(Self.mostBytes >> 20) MiB"
        )
      }
      texts[name] = .some(String(decoding: bytes, as: UTF8.self))
    }
    return texts
  }

  /// The most bytes that the former texts of files have as JSON, which ``AppReader`` writes for its program.
  private static let mostBytes = 96 << 20

  /// The most bytes that a text has as JSON, with its escapes.
  private static func mostBytes(inJSON text: [UInt8]) -> Int {
    text.reduce(0) { sum, byte in
      switch byte {
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"), UInt8(ascii: "\""), UInt8(ascii: "\\"):
        sum + 2
      // A control character, and the sign of a runner's command.
      case 0..<0x20, UInt8(ascii: "#"): sum + 6
      // A byte that is no UTF-8, or one of the two bytes or more of a character that is escaped.
      case 0x80...: sum + 3
      default: sum + 1
      }
    }
  }

  /// Whether a file may describe targets: projects, specs, manifests, settings, property lists and files that these include.
  private static func describesTargets(_ path: String) -> Bool {
    [
      ".pbxproj", ".xcconfig", ".yml", ".yaml", ".json", ".plist", ".entitlements", ".xcscheme",
      "/Package.swift", "/Project.swift", "/Workspace.swift", "/Tuist.swift",
    ].contains(where: path.hasSuffix)
      || ["/ProjectDescriptionHelpers/", "/Package@swift-"].contains(where: path.contains)
  }

  /// Adds a finding about files, unless the facts of the app are the same with the files.
  private mutating func addFiles(_ lost: [Lost], of app: App, _ apps: ReadApps) {
    var variant = ReadingVariant(sources: lost.map(\.former))
    for file in lost where file.former != file.current {
      let path = "\(app.root)/\(file.current)"
      let bytes = try? access.repository(around: path).readRegularFile(path, limit: AppReader.fileLimit)
      variant.texts[file.former] = .some(String(decoding: bytes ?? [], as: UTF8.self))
    }
    // If the app can't be read with the files, the files may hide anything.
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
    // A fact about an import tells a reader little, so another fact is preferred.
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
