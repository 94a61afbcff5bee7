internal import AppFacts
internal import PolicySyntax

extension Recognizer {
  /// Entry points of apps and extensions, the app delegate's methods for pushes and fetches.
  static let entryPoints = Recognizer { program in
    var facts: [CodeFact] = []
    for file in program.files {
      for type in file.types { if let fact = entryPoint(type, in: file, program) { facts.append(fact) } }
    }
    for body in program.bodies {
      if let fact = delegateMethod(body, program) { facts.append(fact) }
    }
    return facts
  }

  private static let delegates: [(name: String, style: String)] = [
    ("UIApplicationDelegate", "uikit"), ("App", "swiftui"), ("WKApplicationDelegate", "watchkit"),
    ("WKExtensionDelegate", "watchkit"), ("NSApplicationDelegate", "appkit"),
  ]

  private static func entryPoint(_ type: TypeDeclaration, in file: FileIndex, _ program: Program) -> CodeFact?
  {
    let found = delegates.first { delegate in
      type.inherited.contains { Program.plain($0) == delegate.name || $0 == "SwiftUI.\(delegate.name)" }
    }
    guard let word = found?.name ?? (type.context.isMain ? "@main" : nil) else { return nil }
    let location = FactLocation(
      file: file.path, line: type.context.position.line, column: type.context.position.column)
    func derived(_ text: String) -> FactValue { FactValue(.string(text), .literal, at: location) }
    let style =
      found?.style
      ?? (type.inherited.contains { $0.contains("Extension") || $0.contains("Widget") } ? "extension" : nil)
    return CodeFact(
      .entryPoint, at: location, scope: Array(type.path.dropLast()), conditions: type.context.conditions,
      reach: .entryPoint,
      values: [FactEntry("type", derived(word)), FactEntry("name", derived(type.name))]
        + (style.map { [FactEntry("style", derived($0))] } ?? [])
        + (isNotMade(type, in: file, program)
          ? [FactEntry(.notMade, true, at: location)] : []))
  }

  /// Whether a type is an application delegate of UIKit that the application does not have, because the target's app is a SwiftUI app, and none of the
  /// app's properties adapts a delegate.
  private static func isNotMade(
    _ type: TypeDeclaration, in file: FileIndex, _ program: Program
  ) -> Bool {
    // An object that the app makes is a delegate only if code gives it to the application.
    let isGiven = (program.assignmentsByName["delegate"] ?? []).contains { assignment in
      if case .member(let base?, _) = assignment.target.core.form {
        base.core.path?.starts(with: ["UIApplication"]) ?? false
      } else {
        false
      }
    }
    guard !type.context.isMain, type.kind == .class, !isGiven, !program.isMentioned("UIApplicationMain"),
      type.inherited.contains(where: { Program.plain($0) == "UIApplicationDelegate" })
    else { return false }
    let files = program.files.filter { $0.target == file.target }
    let hasApp = files.contains { file in
      file.types.contains {
        $0.context.attributes.contains("main") && $0.inherited.contains { Program.plain($0) == "App" }
      }
    }
    let properties = files.flatMap(\.properties)
    return hasApp && !properties.contains { $0.context.attributes.contains("UIApplicationDelegateAdaptor") }
  }

  // MARK: - Methods of delegates

  private static let methods: [String: FactKind] = [
    "application(_:performFetchWithCompletionHandler:)": .performFetch,
    "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)": .remoteNotification,
    "application(_:didReceiveRemoteNotification:)": .remoteNotification,
    "didReceiveRemoteNotification(_:fetchCompletionHandler:)": .remoteNotification,
  ]

  private static func delegateMethod(_ body: Body, _ program: Program) -> CodeFact? {
    guard let function = body.function, let context = body.context, !body.types.isEmpty,
      !context.isRequirement,
      body.outer == nil
    else { return nil }
    let builder = FactBuilder(program)
    let location = body.location(context.position)
    if function.name == "handle", let list = function.parameters.first,
      list.type?.contains("WKRefreshBackgroundTask") ?? false
    {
      var analysis = CompletionAnalysis(program)
      analysis.analyze(function.body, list: list.name, in: body, end: context.position)
      var values = [FactEntry(.method, function.fullName, at: location)] + completion(analysis, at: location)
      values += function.body.returns(fromLoopsOver: list.name).map(body.location)
        .filter { !analysis.exits.contains($0) }.map { FactEntry(.leavesOthers, true, at: $0) }
      var tasks = OverwrittenTasks(program, in: body)
      if let kept = tasks.position(inLoopsOver: list.name) {
        values.append(FactEntry(.overwritten, true, at: body.location(kept)))
      }
      let own = program.bodies.filter { $0.types == body.types && $0.file.path == body.file.path }
      if own.contains(where: {
        $0.context?.identifiers.contains("WKURLSessionRefreshBackgroundTask") ?? false
      }) {
        let completion = function.body.completionOfSessions.map(body.location)
        values.append(FactEntry(.handlesSessions, completion == nil, at: completion ?? location))
      }
      return builder.fact(.watchRefresh, at: context.position, in: body.frame, values)
    }
    if let moment = EntryMoments.moment(of: body, program), moment.isOfApplicationDelegate {
      return builder.fact(
        .applicationLifeCycle, at: context.position, in: body.frame,
        [FactEntry(.method, function.fullName, at: location)])
    }
    guard let kind = methods[function.fullName] else { return nil }
    let isOfScene = ["UIWindowSceneDelegate", "UISceneDelegate"].contains {
      program.type(body.types, inherits: $0, from: body.file)
    }
    // A type may be the delegate of the app and of a scene.
    let isOfApp = program.type(body.types, inherits: "UIApplicationDelegate", from: body.file)
    let scene = isOfScene && !isOfApp ? [FactEntry(.sceneDelegate, true, at: location)] : []
    // The older method of two parameters has no completion handler.
    guard let handler = function.parameters.last, handler.type?.contains("->") ?? false else {
      guard function.returnType?.contains("UIBackgroundFetchResult") ?? false else { return nil }
      var work = StartedWork(program)
      let start = work.unfinished(in: function.body).map(body.location)
      return builder.fact(
        kind, at: context.position, in: body.frame,
        [
          FactEntry("completes", FactValue(.string("always"), .literal, at: location)),
          FactEntry(.returns, true, at: location),
        ] + scene + (start.map { [FactEntry(.completesAtOnce, true, at: $0)] } ?? [])
          + token(for: body, kind, program))
    }
    var analysis = CompletionAnalysis(program)
    analysis.analyze(function.body, names: [handler.name], in: body, end: context.position)
    var values = completion(analysis, at: location) + scene
    if kind == .remoteNotification, isForwarded(handler.name, function.body, program) {
      values.append(FactEntry(.forwards, true, at: location))
    }
    return builder.fact(kind, at: context.position, in: body.frame, values + token(for: body, kind, program))
  }

  /// Says at the method for silent pushes that the app needs the registration: another method of the same type expects the token, or a
  /// subscription of CloudKit asks for pushes.
  private static func token(for body: Body, _ kind: FactKind, _ program: Program) -> [FactEntry] {
    let method = "application(_:didRegisterForRemoteNotificationsWithDeviceToken:)"
    guard kind == .remoteNotification else { return [] }
    if let other = program.bodies.first(where: { $0.types == body.types && $0.function?.fullName == method }),
      let position = other.context?.position
    {
      return [FactEntry(.expectsToken, true, at: other.location(position))]
    }
    // A subscription of CloudKit leads to pushes, which need a registration, too, unless the system registers the app.
    guard let push = program.assignmentsByName["shouldSendContentAvailable"]?.first,
      !["CKSyncEngine", "NSPersistentCloudKitContainer", "ModelContainer"].contains(
        where: program.isMentioned)
    else { return [] }
    return [FactEntry(.expectsToken, true, at: push.frame.body.location(push.target.position))]
  }

  /// Whether a method does nothing with its completion handler but pass the handler on to code that was not found.
  private static func isForwarded(_ name: String, _ statements: [Statement], _ program: Program) -> Bool {
    statements.allSatisfy { statement in
      guard case .expression(let value) = statement.form,
        let call = program.callsByExpression[ObjectIdentifier(value.core)], call.base != nil
      else { return false }
      return program.callees(of: call).isEmpty
    }
      && statements.contains { statement in
        guard case .expression(let value) = statement.form, case .call(_, let arguments) = value.core.form
        else {
          return false
        }
        return arguments.contains { $0.value.core.path == [name] }
      }
  }

  /// The entries of a handler's completion.
  private static func completion(_ analysis: CompletionAnalysis, at location: FactLocation) -> [FactEntry] {
    [FactEntry("completes", FactValue(.string(analysis.word), .literal, at: location))]
      + analysis.earlyEntries
      + analysis.exits.map {
        FactEntry("exit", FactValue(.bool(!analysis.exitsOfClosures.contains($0)), .literal, at: $0))
      }
  }
}
