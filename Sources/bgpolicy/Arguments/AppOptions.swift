internal import AppFacts
internal import PolicyModel
internal import PolicySyntax

/// The options that name the app with which policies are compared.
struct AppOptions: OptionGroup {
  private static let app = Option<String?>(
    "--app", "DIR", "The folder of the app whose projects and code are compared with the policy",
    completion: .folder)
  private let folder: String?
  private let factsFile: String?

  init(_ arguments: inout Arguments) throws(UsageError) {
    folder = try arguments[Self.app]
    factsFile = try arguments[SharedOptions.facts]
    if let folder, System.kind(of: folder) != .folder {
      throw UsageError(message: "--app expects a folder; found \(folder)", command: arguments.command)
    }
  }

  /// Whether the call names an app.
  var isGiven: Bool { folder != nil || factsFile != nil }

  /// Reads a policy and its app: the one of the call, or the one around the policy if it names sources or `always` holds.
  ///
  /// A missing reader is a usage error if the call asks for the app; otherwise, a finding.
  func read(_ path: String, always: Bool = false) throws(UsageError) -> PolicyReading {
    let asksForApp = isGiven || always
    let source = try AppSource(folder: folder, factsFile: factsFile, isRequired: asksForApp)
    return try PolicyFiles.read(path) { policy in
      guard asksForApp || policy.app?.value.sources != nil else { return nil }
      return source.reading(of: policy, at: path)
    }
  }
}

/// The source of an app's facts.
private struct AppSource: Sendable {
  private let folder: String?
  private let facts: AppFacts?
  private let reader: Result<String, UnreadableFile>

  init(folder: String?, factsFile: String?, isRequired: Bool) throws(UsageError) {
    self.folder = folder
    if let factsFile {
      facts = try AppReader.facts(inFile: factsFile)
      reader = .failure(UnreadableFile("its facts were read"))
      return
    }
    facts = nil
    do throws(UsageError) {
      reader = .success(try AppReader.path())
    } catch {
      if isRequired { throw error }
      reader = .failure(UnreadableFile(error.message))
    }
  }

  func reading(of policy: Policy, at path: String) -> Result<AppReading, UnreadableFile> {
    let folder = folder ?? Self.folder(of: policy, at: path)
    let bytes = { (name: String) in try? System.read(name, limit: AppReader.fileLimit) }
    if let facts { return .success(AppReading(facts, in: folder, bytes: bytes)) }
    return reader.flatMap { reader in
      do throws(AppReader.InternalError) {
        return .success(AppReading(try AppReader.facts(in: folder, by: reader), in: folder, bytes: bytes))
      } catch {
        return .failure(UnreadableFile(error.message))
      }
    }
  }

  /// The nearest folder that contains the policy and the folders of the app's code.
  private static func folder(of policy: Policy, at path: String) -> String {
    // A folder ends in a slash; that of the working directory is empty.
    var folder = path == "-" ? "" : RelativePath.folder(of: RelativePath.normalized(path))
    for source in policy.app?.value.sources?.value ?? [] {
      let name = RelativePath.normalized(source.value.resolved) + "/"
      // Nothing is known of the names of folders above the working directory.
      let above = String(repeating: "../", count: name.split(separator: "/").prefix { $0 == ".." }.count)
      if !folder.hasPrefix(above) { folder = above }
      while !name.hasPrefix(folder) { folder = RelativePath.folder(of: String(folder.dropLast())) }
    }
    return folder.isEmpty ? "." : folder == "/" ? folder : String(folder.dropLast())
  }
}
