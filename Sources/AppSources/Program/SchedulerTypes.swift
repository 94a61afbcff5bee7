/// The types of the module BackgroundTasks by which code asks for work in the background.
enum SchedulerTypes {
  /// A kind of task with the names of its classes.
  struct Kind {
    /// The kind's name in facts.
    let name: String
    /// The class of the task that a launch handler gets.
    let task: String
    /// The class of the request.
    var request: String { task + "Request" }
  }

  /// The kinds of tasks that apps submit.
  static let kinds = [
    Kind(name: "appRefresh", task: "BGAppRefreshTask"), Kind(name: "processing", task: "BGProcessingTask"),
    Kind(name: "continuedProcessing", task: "BGContinuedProcessingTask"),
    Kind(name: "healthResearch", task: "BGHealthResearchTask"),
  ]

  /// The class that registers handlers and takes requests.
  static let scheduler = "BGTaskScheduler"
  /// The classes of the tasks that a launch handler may get.
  static let tasks = Set(kinds.map(\.task)).union(["BGTask"])
  /// The classes of requests that code can make.
  static let requests = Set(kinds.map(\.request))

  /// The kind of task by the name of its class or request.
  static func kind(ofType type: String?) -> String? {
    guard let type = type.map(Program.plain) else { return nil }
    return kinds.first { $0.task == type || $0.request == type }?.name
  }
}
