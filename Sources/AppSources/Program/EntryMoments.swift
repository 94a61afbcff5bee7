internal import AppFacts

/// The functions and closures that the system calls, with the moments at which it does.
enum EntryMoments {
  /// The methods of delegates, by full name.
  static let methods: [String: Moment] = [
    "application(_:didFinishLaunchingWithOptions:)": .launch,
    "application(_:willFinishLaunchingWithOptions:)": .launch,
    "applicationDidFinishLaunching(_:)": .launch,
    "applicationDidFinishLaunching()": .launch,
    "applicationDidEnterBackground(_:)": .enteringBackground,
    "applicationDidEnterBackground()": .enteringBackground,
    "sceneDidEnterBackground(_:)": .enteringBackground,
    "applicationWillEnterForeground(_:)": .enteringForeground,
    "applicationWillEnterForeground()": .enteringForeground,
    "sceneWillEnterForeground(_:)": .enteringForeground,
    "applicationDidBecomeActive(_:)": .enteringForeground,
    "applicationDidBecomeActive()": .enteringForeground,
    "sceneDidBecomeActive(_:)": .enteringForeground,
    "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)": .push,
    "application(_:didReceiveRemoteNotification:)": .push,
    "didReceiveRemoteNotification(_:fetchCompletionHandler:)": .push,
    "pushRegistry(_:didReceiveIncomingPushWith:for:completion:)": .push,
    "pushRegistry(_:didReceiveIncomingPushWith:for:)": .push,
    "application(_:performFetchWithCompletionHandler:)": .fetch,
    "application(_:handleEventsForBackgroundURLSession:completionHandler:)": .backgroundEvents,
    "urlSessionDidFinishEvents(forBackgroundURLSession:)": .backgroundEvents,
  ]

  /// The calls whose closures run as a part of the code around them, now or as soon as they can.
  static let transparentCalls: Set<String> = [
    "Task", "detached", "async", "sync", "asyncAfter", "run", "perform", "performAndWait", "autoreleasepool",
    "withTaskCancellationHandler", "withCheckedContinuation", "withCheckedThrowingContinuation",
    "withThrowingTaskGroup", "withTaskGroup", "addTask", "map", "compactMap", "flatMap", "forEach", "filter",
  ]

  /// The moment at which the system calls a function; `nil` if it does not.
  static func moment(of body: Body, _ program: Program) -> Moment? {
    guard let function = body.function, body.outer == nil, !body.types.isEmpty else { return nil }
    if let moment = methods[function.fullName] { return moment }
    if function.context.attributes.contains("IBAction") { return .userAction }
    if function.name == "init", function.parameters.isEmpty,
      program.type(body.types, inherits: "App", from: body.file)
    {
      return .launch
    }
    if function.fullName == "handle(_:)",
      function.parameters.first?.type?.contains("WKRefreshBackgroundTask") ?? false
    {
      return .handlerStart
    }
    return nil
  }

  /// The moments of a closure by the call that it is passed to, or the property it is assigned to; `nil` if it says nothing.
  static func moment(of frame: Frame, _ program: Program) -> Set<Moment>? {
    switch frame.kind {
    case .closure(let closure, let call?, let label):
      guard let call = program.callsByExpression[ObjectIdentifier(call)] else { return nil }
      return moment(of: call, label: label, closure)
    case .closure(let closure, nil, _):
      guard let expression = program.closureExpressions[ObjectIdentifier(closure)],
        case .assigned(let target, _)? = program.sinks[ObjectIdentifier(expression)],
        target.core.lastName == "expirationHandler"
      else { return nil }
      return [.failure]
    case .select(let subject, let one, _) where isPhase(subject, in: frame, program):
      return phase(one.patterns)
    case .branch(let conditions, isElse: false):
      for condition in conditions {
        if case .binary("==", let left, let right)? = condition.value?.form,
          isPhase(left, in: frame, program), let found = phase([right.text])
        {
          return found
        }
      }
      return nil
    default: return nil
    }
  }

  /// Whether an expression is SwiftUI's scene phase: by its name, or as what `onChange(of: scenePhase)` passes on.
  private static func isPhase(_ expression: Expression, in frame: Frame, _ program: Program) -> Bool {
    guard let name = expression.core.lastName else { return false }
    if name.lowercased().hasSuffix("phase") { return true }
    guard case .name = expression.core.form else { return false }
    for one in frame.chain {
      guard case .closure(let closure, let around, _) = one.kind else { continue }
      // The last one is the new value.
      guard name == closure.parameters.last?.name || closure.parameters.isEmpty && name.hasPrefix("$"),
        let call = around.flatMap({ program.callsByExpression[ObjectIdentifier($0)] }),
        call.name == "onChange", let observed = call["of"]
      else { return false }
      return observed.core.lastName?.lowercased().hasSuffix("phase") ?? false
    }
    return false
  }

  private static func phase(_ patterns: [String]) -> Set<Moment>? {
    guard patterns.count == 1 else { return nil }
    switch patterns[0].split(separator: ".").last {
    case "background": return [.enteringBackground]
    case "active": return [.enteringForeground]
    default: return nil
    }
  }

  private static func moment(of call: Call, label: String?, _ closure: Closure) -> Set<Moment>? {
    switch call.name {
    case "register" where call["forTaskWithIdentifier"] != nil: return [.handlerStart]
    case "backgroundTask" where call.base != nil: return [.handlerStart]
    case "beginBackgroundTask": return [.failure]
    case "withTaskCancellationHandler" where label == "onCancel": return [.failure]
    case "addObserver", "onReceive", "sink", "publisher", "notifications":
      return moment(ofNotification: call.expression.text).map { [$0] }
    case "Button", "onTapGesture", "refreshable", "UIAction", "UIAlertAction", "onSubmit",
      "onLongPressGesture":
      return [.userAction]
    default: return nil
    }
  }

  /// The moment that a notification is about, by its name in a text.
  static func moment(ofNotification text: String) -> Moment? {
    if text.contains("didEnterBackground") { return .enteringBackground }
    if text.contains("willEnterForeground") || text.contains("didBecomeActive") { return .enteringForeground }
    if text.contains("didFinishLaunching") { return .launch }
    return nil
  }
}
