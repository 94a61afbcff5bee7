internal import AppFacts
internal import PolicyGen
internal import PolicyModel
internal import PolicyPipeline
internal import PolicySyntax
internal import Quantities
internal import RepositoryFiles

/// The options that name the app with which policies are compared.
struct AppOptions: OptionGroup {
  private static let app = Option<String?>(
    "--app", "DIR", "The folder of the app whose projects and code are compared with the policy",
    completion: .folder)
  private let folder: String?
  private let factsFile: String?
  private let access: FileAccess
  /// Whether the command line names the folder, instead of the configuration.
  private let isCalled: Bool

  init(_ arguments: inout Arguments) throws(UsageError) {
    folder = try arguments[Self.app]
    factsFile = try arguments[SharedOptions.facts]
    access = arguments.access
    isCalled = arguments.isGiven(Self.app)
    if let folder, FileAccess.kind(of: folder) != .folder {
      throw UsageError(message: "--app expects a folder; found \(folder)", command: arguments.command)
    }
  }

  /// The file with the facts of the app. `nil` if the app itself is read.
  var facts: String? { factsFile }

  /// The folder from the command line.
  var called: String? { isCalled ? folder : nil }
  /// The folder from the command line or the configuration.
  var named: String? { folder }

  /// Whether the command line or the configuration names an app.
  var isGiven: Bool { folder != nil || factsFile != nil }

  /// The apps of policies. If the call names an app, all policies share it. Otherwise, each policy has the
  /// app around it, if the policy names sources or `always` is true.
  ///
  /// If the call asks for the app, a missing reader is a usage error. Otherwise, a missing or failing reader
  /// is a finding.
  func apps(always: Bool = false) throws(UsageError) -> ReadApps {
    try ReadApps(folder: folder, factsFile: factsFile, ofEveryPolicy: isGiven || always, access)
  }
}

/// The apps that a call reads. Each folder is read once.
struct ReadApps: Sendable {
  private let folder: String?
  private let isOfEveryPolicy: Bool
  private let access: FileAccess
  private let reader: Result<String, UnreadableFile>
  /// The facts from a file, which replace the facts of every folder.
  private let facts: AppFacts?
  /// The facts of the folders that were read.
  private var known: [String: Result<AppFacts, UnreadableFile>] = [:]
  /// The time that the readers of all folders took, in seconds.
  private var spent = 0.0

  fileprivate init(
    folder: String?, factsFile: String?, ofEveryPolicy: Bool, _ access: FileAccess
  ) throws(UsageError) {
    self.folder = folder
    self.access = access
    isOfEveryPolicy = ofEveryPolicy
    if let factsFile {
      facts = try AppReader.facts(inFile: factsFile, access)
      reader = .failure(UnreadableFile("its facts were read"))
      return
    }
    facts = nil
    do throws(UsageError) {
      reader = .success(try AppReader.path())
    } catch {
      if ofEveryPolicy { throw error }
      reader = .failure(UnreadableFile(error.message))
    }
    // Policies that are linted in parallel share the app's facts.
    if let folder { _ = facts(in: folder) }
  }

  /// Adds the app of a policy to its reading.
  mutating func add(to reading: inout PolicyReading, at path: String) {
    guard let policy = reading.policy, isOfEveryPolicy || policy.app?.value.sources != nil else { return }
    let named = Self.folder(of: policy, at: path)
    if folder == nil, let refusal = access.repository(around: path).refusal(of: named) {
      reading.add(app: .failure(UnreadableFile(refusal.reason)))
      return
    }
    let folder = folder ?? named
    let result = facts(in: folder)
    let files = access.app(at: folder)
    reading.add(
      app: result.map { facts in
        AppReading(
          facts, in: AppReader.folder(folder, besides: path),
          generated: Self.generated(from: policy, at: path)
        ) { name in
          try? files.readRegularFile(name, limit: AppReader.fileLimit)
        }
      })
  }

  /// The texts of the Swift files that a policy compiles to, by the names of the files.
  static func generated(from policy: Policy, at path: String) -> [String: Set<[UInt8]>] {
    var texts: [String: Set<[UInt8]>] = [:]
    for file in PolicyFiles.pipeline.compile(policy, Provenance(policy: path))
    where GeneratedKind(path: file.path) == .swift {
      texts[RelativePath.name(of: file.path), default: []].insert(Array(file.text.utf8))
    }
    return texts
  }

  /// The folder of the app that is compared with a policy. `nil` if the policy is compared with no app.
  func folder(for reading: PolicyReading, at path: String) -> String? {
    guard let policy = reading.policy, isOfEveryPolicy || policy.app?.value.sources != nil else { return nil }
    return folder ?? Self.folder(of: policy, at: path)
  }

  /// The facts of the app in a folder. `nil` if the app was not read from there.
  func known(in folder: String) -> AppFacts? { try? known[folder]?.get() }

  /// The facts of a variant of an app that was read.
  func facts(
    in folder: String, as variant: ReadingVariant
  ) throws(UnreadableFile) -> AppFacts {
    let reader = try reader.get()
    do throws(AppReader.InternalError) {
      return try AppReader.facts(in: folder, as: variant, by: reader, access)
    } catch {
      throw UnreadableFile(error.message)
    }
  }

  private mutating func facts(in folder: String) -> Result<AppFacts, UnreadableFile> {
    if let facts { return .success(facts) }
    if let result = known[folder] { return result }
    let seconds = ReaderLimits.seconds(after: spent, of: known.count)
    let start = System.monotonicSeconds
    let result = reader.flatMap { reader -> Result<AppFacts, UnreadableFile> in
      guard let seconds else {
        return .failure(UnreadableFile("reading the apps before it took all the time of a call"))
      }
      do throws(AppReader.InternalError) {
        return .success(try AppReader.facts(in: folder, by: reader, within: seconds, access))
      } catch {
        return .failure(UnreadableFile(error.message))
      }
    }
    spent += System.monotonicSeconds - start
    known[folder] = result
    return result
  }

  /// The nearest folder that contains the policy and the folders of the app's code.
  static func folder(of policy: Policy, at path: String) -> String {
    // A folder's path ends with a slash. The path of the working directory is empty.
    var folder = path == "-" ? "" : RelativePath.folder(of: RelativePath.normalized(path))
    for source in policy.app?.value.sources?.value ?? [] {
      let name = RelativePath.normalized(source.value.resolved) + "/"
      // The names of folders above the working directory are unknown.
      let above = String(repeating: "../", count: name.pathNames.prefix { $0 == ".." }.count)
      if !folder.hasPrefix(above) { folder = above }
      while !name.hasPrefix(folder) { folder = RelativePath.folder(of: String(folder.dropLast())) }
    }
    return folder.isEmpty ? "." : folder == "/" ? folder : String(folder.dropLast())
  }
}
