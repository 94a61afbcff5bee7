internal import AppFacts
internal import JSON
internal import PolicyModel
internal import Quantities
internal import RepositoryFiles

/// Reads the facts of an app from a file, or by running `bgpolicy-appreader`.
enum AppReader {
  /// The reader's name next to this program and in PATH.
  private static let name = "bgpolicy-appreader"
  /// The environment variable with the reader's path.
  private static let variable = "BGPOLICY_APPREADER"
  /// The size of the largest text with facts.
  private static let sizeLimit = ReaderLimits.output
  /// The time between the reader's own limit and its end, in seconds, so that the reader can end by itself and
  /// report the reason.
  private static let secondsToEnd = 10
  /// The size of the largest file of the app in which findings are shown, which is the largest that has facts.
  static let fileLimit = ReaderLimits.file

  /// A failure of the reader that the user's files did not cause.
  struct InternalError: Error {
    let message: String
  }

  /// The path of the reader.
  static func path() throws(UsageError) -> String {
    if let path = System.environment(variable) {
      guard FileAccess.isExecutable(path) else {
        throw UsageError(
          message: "\(variable) names \(path), which is not a program, so the app was not read")
      }
      return path
    }
    if let path = System.ownExecutable(named: name) { return path }
    throw UsageError(
      message:
        "\(name) was not found, so the app's projects and sources were not read; install it next to bgpolicy or in PATH (`swift build --product \(name)` builds it), or name it in \(variable)"
    )
  }

  /// The facts that the reader at a path finds in a folder, or in a variant of the folder.
  ///
  /// The reader is a program of its own, because it may crash on unforeseen code or run past a limit.
  static func facts(
    in folder: String, as variant: ReadingVariant? = nil, by reader: String,
    within seconds: Int = ReaderLimits.seconds, _ access: FileAccess
  ) throws(InternalError) -> AppFacts {
    let secondLimit = seconds + secondsToEnd
    // A folder that begins with a hyphen must not be read as an option.
    let words =
      (access.allowsOutside ? [CommonOptions.allowOutside.declaration.name] : [])
      + (variant == nil ? [] : ["--variant"]) + [folder.hasPrefix("-") ? "./\(folder)" : folder]
    let result: System.ProgramResult
    do throws(FileError) {
      result = try System.run(
        reader, words, input: variant.map { Array($0.json.compactText.utf8) } ?? [], limit: sizeLimit,
        seconds: secondLimit, relay: { Console.relay($0) })
    } catch {
      throw InternalError(message: "Can't run \(reader): \(error.reason)")
    }
    switch result.end {
    case .outOfTime:
      throw InternalError(
        message: "\(reader) was not done after \(secondLimit) seconds, so it was stopped")
    case .tooMuchOutput:
      throw InternalError(message: "\(reader) printed more than \(sizeLimit >> 20) MiB, so it was stopped")
    case .signal(let number):
      throw InternalError(
        message: "\(reader) was ended by the signal \(number), which a lack of memory may cause")
    case .status(let status) where status != 0:
      throw InternalError(message: "\(reader) ended with the status \(status)")
    case .status: break
    }
    switch facts(of: result.output) {
    case .success(let facts): return facts
    case .failure(let error):
      throw InternalError(message: "\(reader) printed facts that can't be read: \(error.message)")
    }
  }

  /// The facts in a file. The path `-` means standard input.
  static func facts(inFile path: String, _ access: FileAccess) throws(UsageError) -> AppFacts {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try access.read(path, limit: sizeLimit)
    } catch {
      throw UsageError(message: "Can't read \(path): \(error.reason)")
    }
    switch facts(of: bytes) {
    case .success(let facts): return facts
    case .failure(let error): throw UsageError(message: "Can't read the facts in \(path): \(error.message)")
    }
  }

  /// A folder as an absolute path if the path of the policy is absolute, and as a relative path otherwise.
  /// Findings compare the two paths as texts.
  static func folder(_ folder: String, besides policy: String) -> String {
    guard folder.isAbsolutePath != policy.isAbsolutePath, let directory = FileAccess.workingDirectory else {
      return folder
    }
    return folder.isAbsolutePath
      ? RelativePath.path(from: directory, to: folder) : RelativePath.absolute(folder, in: directory)
  }

  private static func facts(of bytes: [UInt8]) -> Result<AppFacts, InternalError> {
    let json: JSONValue
    do throws(JSONSyntaxError) {
      json = try JSONReader.read(bytes)
    } catch {
      return .failure(InternalError(message: "the text is not JSON"))
    }
    do throws(FactsError) {
      return .success(try AppFacts(json))
    } catch {
      return .failure(InternalError(message: "\(error.path) must be \(error.expected)"))
    }
  }
}
