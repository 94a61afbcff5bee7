internal import AppFacts

/// The processes of an app to which files belong.
struct Membership {
  /// The location of a file's code.
  enum Owner {
    case inside(ImportedApp.Process)
    /// It belongs to another app.
    case elsewhere
    /// It belongs to no app, with the reason.
    case outside(String)
  }

  private let processes: [ImportedApp.Process]
  /// The kinds of the targets that compile a file.
  private var kinds: [String: Set<TargetFact.Kind>] = [:]
  /// Whether a file of no target may be part of the app: of a package, or because the project lists no files.
  private let includesOthers: Bool

  init(_ app: ImportedApp, _ facts: AppFacts) {
    processes = app.processes
    for target in facts.targets {
      for file in target.sources { kinds[file, default: []].insert(target.kind) }
    }
    includesOthers =
      app.processes.allSatisfy(\.sources.isEmpty)
      || app.processes.contains { !$0.target.packageProducts.isEmpty }
  }

  /// The process of a file: the app if it compiles the file, or else the first target that does.
  func process(of file: String) -> Owner {
    if let process = processes.first(where: { $0.sources.contains(file) }) { return .inside(process) }
    guard let kinds = kinds[file] else {
      return includesOthers ? .inside(processes[0]) : .outside("its file is in no target of the project")
    }
    if kinds == [.tests] { return .outside("its file is in tests only") }
    return kinds.isDisjoint(with: [.app, .appExtension, .widget, .watchApp])
      ? .outside("the app does not link its target") : .elsewhere
  }
}

extension CodeFact {
  /// The declaration that the fact would become; `nil` for facts about declarations of other facts.
  var subject: String? {
    let value = self["identifier"]
    let identifier = (value?.string ?? value?.pattern ?? value?.expression).map { " \($0)" } ?? ""
    return switch kind {
    case .taskRequest, .taskRegistration: "task\(identifier)"
    case .session: "session\(identifier)"
    case .assetDownloadSession: "session for media\(identifier)"
    case .backgroundTask: "background task"
    case .remoteNotification: "handler of remote notifications"
    case .performFetch, .minimumBackgroundFetchInterval: "legacy background fetch"
    case .expiringActivity: "expiring activity"
    case .watchRefresh: "watch refresh"
    case .backgroundActivityScheduler: "background activity\(identifier)"
    case .healthDelivery: "HealthKit delivery"
    case .location: "location"
    case .taskSubmission, .taskCancellation, .pendingTaskRequests, .privateSelector, .transfer, .header,
      .runningTasks, .sessionDelegate, .backgroundEvents, .remoteNotificationRegistration, .pushRegistry,
      .audioSession, .bluetooth, .dependency, .entryPoint:
      nil
    }
  }
}
