internal import AppFacts
internal import PlatformFacts
internal import PolicySyntax

extension Recognizer {
  /// Ways to run in the background that a single call starts.
  static let otherMechanisms = Recognizer { program in
    let builder = FactBuilder(program)
    var facts: [CodeFact] = []
    func each(_ name: String, _ make: (Call) -> CodeFact?) {
      for call in program.callsByName[name] ?? [] { if let fact = make(call) { facts.append(fact) } }
    }
    each("performExpiringActivity") { call in
      guard let reason = call["withReason"] else { return nil }
      var work = StartedWork(program)
      let start = (call.arguments.last?.value.core.closure).flatMap { work.unfinished(in: $0.body) }
      return builder.fact(
        .expiringActivity, at: call,
        [
          FactEntry("reason", builder.value(reason, in: call.frame)),
          start.map { FactEntry(.completesAtOnce, true, at: call.frame.body.location($0)) },
        ].compactMap(\.self))
    }
    each("setMinimumBackgroundFetchInterval") { fetchInterval($0, builder) }
    each("enableBackgroundDelivery") { healthDelivery($0, builder) }
    each("NSBackgroundActivityScheduler") { activityScheduler($0, builder) }
    for method in ["scheduleBackgroundRefresh", "scheduleSnapshotRefresh"] {
      each(method) { watchRefresh($0, builder) }
    }
    for method in ["sendMessage", "sendMessageData"] { each(method) { watchMessage($0, builder) } }
    each("NotificationInfo") { cloudSubscription($0, builder) }
    if program.assignmentsByName["notificationInfo"] == nil, !program.isMentioned("setNotificationInfo") {
      for type in ["CKDatabaseSubscription", "CKQuerySubscription", "CKRecordZoneSubscription"] {
        each(type) { call in
          call.arguments.isEmpty || !program.callees(of: call).isEmpty
            ? nil
            : builder.fact(.cloudSubscription, at: call, [FactEntry(.sendsNothing, true, at: call.location)])
        }
      }
    }
    facts += remainingTime(builder)
    for (name, role) in [("CBCentralManager", "central"), ("CBPeripheralManager", "peripheral")] {
      each(name) { bluetooth($0, role, builder) }
    }
    each("scanForPeripherals") { bluetoothScan($0, builder) }
    for assignment in program.assignmentsByName["desiredPushTypes"] ?? [] {
      facts.append(pushTypes(assignment, builder))
    }
    each("voipRegistration") { call in
      guard let path = call.base?.core.path, path.count == 1,
        PlatformFacts.pushForwarders.value.contains(path[0])
      else { return nil }
      let types = FactValue.Content.list([builder.derived(.string("voIP"), at: call)])
      return builder.fact(.pushRegistry, at: call, [FactEntry("types", builder.derived(types, at: call))])
    }
    return facts
  }

  /// The conditions that depend on the time that is left in the background.
  private static func remainingTime(_ builder: FactBuilder) -> [CodeFact] {
    var conditions: Set<ObjectIdentifier> = []
    func add(_ values: [Expression?]) {
      for value in values {
        value?.visit {
          if case .member(_, "backgroundTimeRemaining") = $0.form { conditions.insert(ObjectIdentifier($0)) }
        }
      }
    }
    func walk(_ statements: [Statement]) {
      for statement in statements {
        switch statement.form {
        case .branch(let own, _, _), .guard(let own, _), .loop(let own, _): add(own.map(\.value))
        default: break
        }
        for part in statement.parts { walk(part) }
      }
    }
    for body in builder.program.bodies { if let function = body.function { walk(function.body) } }
    for frame in builder.program.closures.values {
      if case .closure(let closure, _, _) = frame.kind { walk(closure.body) }
    }
    return (builder.program.uses["backgroundTimeRemaining"] ?? []).compactMap { expression, frame in
      conditions.contains(ObjectIdentifier(expression))
        ? builder.fact(.remainingTime, at: expression.position, in: frame, []) : nil
    }
  }

  private static func fetchInterval(_ call: Call, _ builder: FactBuilder) -> CodeFact? {
    guard let interval = call.arguments.first?.value else { return nil }
    let words = ["backgroundFetchIntervalMinimum": "minimum", "backgroundFetchIntervalNever": "never"]
    let value: FactValue
    if let word = interval.core.lastName.flatMap({ words[$0] }) {
      value = FactValue(.string(word), .literal, at: call.frame.body.location(interval.position))
    } else {
      value = builder.value(interval, in: call.frame)
    }
    return builder.fact(.minimumBackgroundFetchInterval, at: call, [FactEntry("interval", value)])
  }

  private static func healthDelivery(_ call: Call, _ builder: FactBuilder) -> CodeFact? {
    guard let type = call["for"], let frequency = call["frequency"] else { return nil }
    return builder.fact(
      .healthDelivery, at: call,
      [
        FactEntry("type", builder.evaluator.word(type, in: call.frame).fact(of: type)),
        FactEntry("frequency", builder.evaluator.word(frequency, in: call.frame).fact(of: frequency)),
        FactEntry(.observed, queries.contains(where: builder.program.isMentioned), at: call.location),
      ])
  }

  /// The queries of HealthKit that can receive updates.
  private static let queries = [
    "HKObserverQuery", "HKObserverQueryDescriptor", "HKAnchoredObjectQuery",
    "HKAnchoredObjectQueryDescriptor",
    "HKStatisticsCollectionQuery",
  ]

  /// The notifications of a subscription of CloudKit.
  private static func cloudSubscription(_ call: Call, _ builder: FactBuilder) -> CodeFact? {
    guard call.base?.core.lastName?.hasSuffix("Subscription") ?? false else { return nil }
    let settings = [
      "shouldSendContentAvailable", "alertBody", "alertLocalizationKey", "title", "titleLocalizationKey",
      "shouldBadge", "soundName", "subtitle", "collapseIDKey",
    ]
    let sendsNothing =
      call.arguments.isEmpty && settings.allSatisfy { builder.program.assignmentsByName[$0] == nil }
    let values = [FactEntry(.sendsNothing, sendsNothing, at: call.location)]
    return builder.fact(
      .cloudSubscription, at: call,
      isSilent(call, builder.program) ? values + [FactEntry(.isSilent, true, at: call.location)] : values)
  }

  /// Whether the notifications of a subscription only ask for silent pushes, which no part of CloudKit receives for the app.
  private static func isSilent(_ call: Call, _ program: Program) -> Bool {
    let engines = ["CKSyncEngine", "NSPersistentCloudKitContainer", "ModelContainer", "modelContainer"]
    guard call.arguments.isEmpty, !engines.contains(where: program.isMentioned) else { return false }
    let settings = ObjectTrace(of: call.expression, in: call.frame, program).settings
    return !settings.isEmpty
      && settings.allSatisfy { setting in
        if case .bool(true) = setting.value.core.form {
          setting.name == "shouldSendContentAvailable"
        } else {
          setting.name == "desiredKeys" || setting.name == "category"
        }
      }
  }

  /// A message to the other device, and whether other code sends data that waits for the device.
  private static func watchMessage(_ call: Call, _ builder: FactBuilder) -> CodeFact? {
    let program = builder.program
    guard call.base != nil, call["replyHandler"] != nil, program.callees(of: call).isEmpty,
      call.frame.body.file.hasImport(of: "WatchConnectivity")
    else { return nil }
    let others = [
      "transferUserInfo", "updateApplicationContext", "transferCurrentComplicationUserInfo", "transferFile",
    ]
    return builder.fact(
      .watchMessage, at: call,
      [FactEntry(.alternative, others.contains(where: program.isMentioned), at: call.location)]
        + builder.knownMoments(of: call))
  }

  private static func activityScheduler(_ call: Call, _ builder: FactBuilder) -> CodeFact? {
    guard let identifier = call["identifier"] else { return nil }
    let trace = ObjectTrace(of: call.expression, in: call.frame, builder.program)
    let values = builder.values(of: trace.settings, madeIn: call.frame) { _, value, frame, evaluator in
      evaluator.word(value, in: frame).fact(of: value)
    }
    return builder.fact(
      .backgroundActivityScheduler, at: call,
      [FactEntry("identifier", builder.text(identifier, in: call.frame))] + values)
  }

  private static func watchRefresh(_ call: Call, _ builder: FactBuilder) -> CodeFact? {
    guard let date = call["withPreferredDate"] else { return nil }
    let occasions = builder.program.graph.flow.occasions(at: call.frame, after: call.order)
    return builder.fact(
      .watchRefresh, at: call,
      [
        FactEntry(.method, call.name, at: call.location),
        FactEntry("preferredDate", builder.evaluator.seconds(date, in: call.frame).fact(of: date)),
      ] + builder.program.handlers.entries(for: occasions, at: call) + builder.knownMoments(of: call))
  }

  /// A Bluetooth manager whose options are written at the call, if the system restores the manager, or if the manager's delegate expects a
  /// restoration.
  private static func bluetooth(_ call: Call, _ role: String, _ builder: FactBuilder) -> CodeFact? {
    let key = "CB\(role == "central" ? "CentralManager" : "PeripheralManager")OptionRestoreIdentifierKey"
    var values = [FactEntry("role", builder.derived(.string(role), at: call))]
    if case .dictionary(let entries)? = call["options"]?.core.form,
      let entry = entries.first(where: { $0.key.core.lastName == key })
    {
      values.insert(FactEntry("identifier", builder.value(entry.value, in: call.frame)), at: 0)
    } else {
      guard call["delegate"] != nil, call["options"].map({ isWritten($0.core) }) ?? true else { return nil }
    }
    if let delegate = call["delegate"], !isNull(delegate.core) {
      let receivers = builder.program.bodies.filter { body in
        guard let function = body.function, function.name == "\(role)Manager" else { return false }
        return function.parameters.last?.label == "willRestoreState"
      }
      // A manager that the system does not restore may have another delegate than the manager whose state the method receives.
      if values.contains(where: { $0.key == "identifier" }) || receivers.isEmpty {
        values.append(FactEntry(.restores, !receivers.isEmpty, at: call.location))
      } else if delegate.core.path == ["self"] {
        let isOwn = receivers.contains { $0.types == call.frame.body.types }
        values.append(FactEntry(.restores, isOwn, at: call.location))
      }
    }
    values += builder.knownMoments(of: call)
    return builder.fact(.bluetooth, at: call, values)
  }

  private static func bluetoothScan(_ call: Call, _ builder: FactBuilder) -> CodeFact? {
    guard let services = call["withServices"] else { return nil }
    let connects = (builder.program.callsByName["connect"] ?? []).contains {
      ["_", "_ options"].contains($0.labels.joined(separator: " "))
    }
    let isAll = isNull(services.core) ? true : isArray(services.core) ? false : nil
    return builder.fact(
      .bluetoothScan, at: call,
      [
        isAll.map { FactEntry(.allServices, $0, at: call.location) },
        FactEntry(.connects, connects, at: call.location),
      ]
      .compactMap(\.self))
  }

  private static func isArray(_ expression: Expression) -> Bool {
    if case .array(let elements) = expression.form { !elements.isEmpty } else { false }
  }

  private static func isNull(_ expression: Expression) -> Bool {
    if case .null = expression.form { true } else { false }
  }

  private static func isWritten(_ expression: Expression) -> Bool {
    if case .dictionary = expression.form { true } else { isNull(expression) }
  }

  private static func pushTypes(_ assignment: Assignment, _ builder: FactBuilder) -> CodeFact {
    let place = assignment.frame.body.location(assignment.value.position)
    var value = FactValue(nil, .unresolved, at: place, expression: assignment.value.summary)
    if case .array(let elements) = assignment.value.core.form {
      value = FactValue(
        .list(elements.map { builder.evaluator.word($0, in: assignment.frame).fact(of: $0) }), .literal,
        at: place)
    }
    return builder.fact(
      .pushRegistry, at: assignment.target.position, in: assignment.frame, [FactEntry("types", value)])
  }
}
