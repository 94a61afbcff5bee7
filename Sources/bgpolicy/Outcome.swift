/// The result of a command. Only this type decides the exit status.
struct Outcome: Sendable {
  /// The problems that were found.
  private(set) var problems: Set<Problem> = []

  /// No problem.
  static let success = Outcome()

  private init() {}

  /// An outcome with a problem if `isFound`.
  init(_ problem: Problem, if isFound: Bool = true) {
    add(problem, if: isFound)
  }

  /// Adds a problem if `isFound`.
  mutating func add(_ problem: Problem, if isFound: Bool = true) {
    if isFound { problems.insert(problem) }
  }

  /// Adds the problems of a part of the command's work.
  mutating func add(_ other: Outcome) { problems.formUnion(other.problems) }

  /// The exit status of the most severe problem.
  var status: ExitStatus { problems.map(\.status).max() ?? .success }
}

extension Outcome {
  /// A reason for an exit status other than 0.
  enum Problem: CaseIterable {
    case finding, staleFile, changedInput, brokenBudget, goneFinding, regression, invalidPolicy
    case nothingFitted, abandonedSession, tooMuchWork
    case usageError, unreadableFile, noPolicy, noApp, missingReader, unreadApp, existingFile
    case unwritableOutput
    case internalError

    /// The problems that any command can report.
    static let ofEveryCommand: [Problem] = [.usageError, .internalError]

    /// The problems that users of CI meet most.
    static let common: [Problem] = [.finding, .staleFile, .brokenBudget, .unreadableFile, .noPolicy]

    /// The exit status for the problem.
    var status: ExitStatus {
      switch self {
      case .finding, .staleFile, .changedInput, .brokenBudget, .goneFinding, .regression,
        .invalidPolicy, .nothingFitted, .abandonedSession, .tooMuchWork:
        .failure
      case .usageError, .unreadableFile, .noPolicy, .noApp, .missingReader, .unreadApp, .existingFile,
        .unwritableOutput:
        .usageError
      case .internalError: .internalError
      }
    }

    /// The problem in help.
    var text: String {
      switch self {
      case .finding: "a finding at or above --fail-on"
      case .staleFile: "a file that is missing, out of date or left over"
      case .changedInput: "an attestation that no longer holds"
      case .brokenBudget: "a broken budget"
      case .goneFinding: "a finding in the baseline that is gone"
      case .regression: "a change that brings an error or breaks a budget"
      case .invalidPolicy: "an invalid policy"
      case .nothingFitted: "logs to which nothing can be fitted"
      case .abandonedSession: "an end without the request shutdown"
      case .tooMuchWork: "more work than an estimate simulates"
      case .usageError: "a bad option"
      case .unreadableFile: "a file that can't be read"
      case .noPolicy: "no policy found"
      case .noApp: "no app found"
      case .missingReader: "bgpolicy-appreader is missing"
      case .unreadApp: "an app that can't be read"
      case .existingFile: "a file that already exists"
      case .unwritableOutput: "output that can't be written"
      case .internalError: ""
      }
    }
  }
}

/// The exit status of the process.
enum ExitStatus: Int32, CaseIterable, Comparable {
  /// No problems.
  case success = 0
  /// Problems that the command found.
  case failure = 1
  /// A call that can't be carried out, such as an unknown option.
  case usageError = 2
  /// An error in bgpolicy.
  case internalError = 3

  /// The name in help.
  var title: String {
    switch self {
    case .success: "No problems"
    case .failure: "Problems found"
    case .usageError: "Usage error"
    case .internalError: "Internal error"
    }
  }

  static func < (left: ExitStatus, right: ExitStatus) -> Bool { left.rawValue < right.rawValue }
}
