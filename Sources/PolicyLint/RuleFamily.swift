/// What a rule is about, in a word: rules of a family lie in one folder.
package enum RuleFamily: String, CaseIterable, Sendable {
  case shape = "Shape"
  case sessions = "Sessions"
  case transfers = "Transfers"
  case identifiers = "Identifiers"
  case modes = "Modes"
  case tasks = "Tasks"
  case applicationTasks = "ApplicationTasks"
  case pushes = "Pushes"
  case watch = "Watch"
  case otherWork = "OtherWork"
  case generation = "Generation"
  case appFiles = "AppFiles"
  case suppressions = "Suppressions"
  case requirements = "Requirements"

  /// The name as a heading.
  package var title: String {
    switch self {
    case .shape: "The shape of a policy"
    case .sessions: "Sessions"
    case .transfers: "Transfers"
    case .identifiers: "Task identifiers"
    case .modes: "Background modes"
    case .tasks: "Tasks of BGTaskScheduler"
    case .applicationTasks: "Background tasks of UIApplication"
    case .pushes: "Pushes"
    case .watch: "watchOS"
    case .otherWork: "Other background work"
    case .generation: "Generated code"
    case .appFiles: "The app's own files"
    case .suppressions: "Suppressions"
    case .requirements: "Requirements of one's own"
    }
  }

  /// The family of a code's number; families got their numbers in the order in which their rules were written.
  fileprivate init(number: Int) {
    switch number {
    case 19...21: self = .suppressions
    case ..<100: self = .shape
    case 140...143, 300..<400: self = .transfers
    case 180..<200: self = .watch
    case 100..<200: self = .sessions
    case 200..<210, 244: self = .identifiers
    case 210..<220, 245...246: self = .modes
    case 251...253: self = .applicationTasks
    case 200..<300: self = .tasks
    case 400..<500: self = .pushes
    case 601...640: self = .appFiles
    case 650..<660: self = .otherWork
    case 500..<900: self = .generation
    default: self = .requirements
    }
  }
}

extension Rule {
  /// What it is about.
  package var family: RuleFamily { RuleFamily(number: Int(code.drop { !$0.isNumber }) ?? 0) }
}
