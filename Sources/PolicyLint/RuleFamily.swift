/// The subject of a rule, which is also the folder of the rule's file.
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
  case code = "Code"
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
    case .appFiles: "Files of the app"
    case .code: "Code of the app"
    case .suppressions: "Suppressions"
    case .requirements: "Requirements of the policy"
    }
  }
}
