internal import JSON
internal import RepositoryFiles

/// The options of a command whose work can be done in parts.
struct PartOptions: OptionGroup {
  private static let partial = Option<String?>(
    "--partial", "FILE", "Write what --merge needs of this part instead of a report; - is standard output",
    completion: .file)
  private static let merge = Flag(
    "--merge", "Read parts that --partial has written, and report on all of them")

  /// The size of the largest part that is read, in bytes.
  private static let limit = 1 << 30

  /// The file to which a part is written, or `-` for standard output. `nil` if the command writes a report.
  let partial: String?
  /// Whether the operands are parts.
  let isMerge: Bool

  init(_ arguments: inout Arguments) throws(UsageError) {
    partial = try arguments[Self.partial]
    isMerge = arguments[Self.merge]
  }

  /// Throws if an option has no effect because no report is written.
  func reject(_ options: (name: String, isGiven: Bool)..., of command: String) throws(UsageError) {
    guard partial != nil, let option = options.first(where: \.isGiven) else { return }
    throw UsageError(
      message: "\(option.name) has no effect with --partial, which writes no report", command: command)
  }

  func write(_ part: JSONValue, to path: String, _ inputs: [String], _ console: Console) throws(UsageError) {
    if path != "-", let input = OutputFile.input(among: inputs, overwrittenBy: path) {
      throw UsageError(
        message: "--partial \(path) would overwrite \(input), which is read; name another file")
    }
    try OutputFile.write(part.compactText + "\n", to: path == "-" ? nil : path, console)
  }

  /// The bytes of a part.
  static func read(_ path: String, _ access: FileAccess) throws(UsageError) -> [UInt8] {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try access.read(path, limit: limit)
    } catch {
      throw UsageError(message: "Can't read \(path): \(error.reason)")
    }
    guard bytes.count <= limit else { throw UsageError(message: "\(path) is longer than 1 GB") }
    return bytes
  }
}
