/// The calls that make sessions of a configuration.
struct SessionMakers {
  /// The call that makes the session; `nil` if no such call is known.
  let maker: Call?
  /// Whether the session is an `AVAssetDownloadURLSession`.
  let isOfAssets: Bool
  /// The session, and the places that keep it.
  private(set) var session: ObjectTrace?
  /// The properties that are set on the configuration.
  let settings: [ObjectTrace.Setting]
  /// Whether no code makes a session of the configuration, and no code that could make a session receives the configuration.
  let makesNone: Bool

  private let configuration: ObjectTrace

  /// The calls that make sessions of the configuration that an expression makes.
  init(of expression: Expression, in frame: Frame, _ program: Program) {
    let configuration = ObjectTrace(of: expression, in: frame, program)
    self.init(configuration, settings: configuration.settings, program)
  }

  private init(_ configuration: ObjectTrace, settings: [ObjectTrace.Setting], _ program: Program) {
    let calls = configuration.arguments.filter {
      ["configuration", "sessionConfiguration"].contains($0.call.arguments[$0.index].label)
    }
    let assetMaker = calls.first { $0.call.name == "AVAssetDownloadURLSession" }?.call
    let makers = calls.map(\.call).filter { SessionMakings.sessionTypes.contains($0.name) }
    let maker = assetMaker ?? makers.first
    self.maker = maker
    self.configuration = configuration
    // A session copies its configuration; later edits are ignored (NSURLSession.h).
    self.settings = settings.copied(by: makers)
    isOfAssets = assetMaker != nil
    session = maker.map { ObjectTrace(of: $0.expression, in: $0.frame, program) }
    makesNone = calls.isEmpty && !configuration.arguments.contains { $0.call.name != "submit" }
  }

  /// Whether the session is made only to end the transfers of an earlier session with the same identifier.
  var onlyEnds: Bool {
    guard let session, session.properties.isEmpty, session.makers.isEmpty, session.arguments.isEmpty else {
      return false
    }
    let names = Set(session.methods.map(\.name))
    return !names.isDisjoint(with: Self.endings) && names.isSubset(of: Self.endings.union(Self.questions))
  }

  private static let endings: Set<String> = ["finishTasksAndInvalidate", "invalidateAndCancel"]
  private static let questions: Set<String> = [
    "allTasks", "getAllTasks", "getTasksWithCompletionHandler", "reset", "tasks",
  ]

  /// The makers for one call of the function that returns the configuration or the session; `nil` if the function returns neither.
  func madeBy(_ call: Call, of body: Body, _ program: Program) -> SessionMakers? {
    if configuration.makers.contains(where: { $0 === body }) {
      let own = ObjectTrace(of: call.expression, in: call.frame, program)
      return SessionMakers(own, settings: settings.filter { !$0.isOfOneCaller } + own.settings, program)
    }
    guard let maker, maker.frame.body === body, session?.makers.contains(where: { $0 === body }) ?? false
    else { return nil }
    var own = self
    own.session = ObjectTrace(of: call.expression, in: call.frame, program)
    return own
  }
}
