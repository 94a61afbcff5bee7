internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import Quantities

// The section `tasks`.

extension AppImport {
  /// One task for each identifier that the app requests or registers.
  mutating func tasksSection() -> [DraftItem] {
    let (groups, unknown) = taskGroups()
    var names = ImportNames()
    var items: [DraftItem] = []
    for group in groups.flatMap(\.byType) { items += task(group, &names) }
    // An unknown handler may be the handler that starts a transfer.
    if unknown.contains(where: { $0.fact.kind == .taskRegistration }) { handledTasks = [] }
    return items + openTasks(unknown)
  }

  /// Comments on requests and handlers with unknown identifiers, one comment for each expression.
  private mutating func openTasks(_ unknown: [UsableFact]) -> [DraftItem] {
    var open: [(text: String, types: Set<String>, locations: [FactLocation])] = []
    for fact in unknown.map(\.fact) where fact.kind != .taskSubmission {
      let value = fact["identifier"]
      let text = (value?.pattern ?? value?.expression).map { " `\($0)`" } ?? ""
      let types = Set([fact["task"]?.string].compactMap(\.self))
      let location = value?.location ?? fact.location
      if let index = open.firstIndex(where: { $0.text == text && !text.isEmpty }) {
        open[index].types.formUnion(types)
        open[index].locations.append(location)
      } else {
        open.append((text, types, [location]))
      }
    }
    return open.map { task in
      let type = task.types.count == 1 ? task.types.map { "\($0) " }.joined() : ""
      return todo(
        "tasks", "a \(type)task whose identifier\(task.text) is not known without running the app",
        at: task.locations)
    }
  }

  private mutating func task(_ group: TaskGroup, _ names: inout ImportNames) -> [DraftItem] {
    let facts = group.declaring.map(\.fact)
    let identifier = expanded(group.identifier)
    let dependency = PlatformFacts.dependencyTask(identifier)
    // The request decides the type, whatever the launch handler casts its task to.
    let requested = Set(facts.filter { $0.kind == .taskRequest }.compactMap { $0["task"]?.string })
    let types = requested.count == 1 ? requested : Set(facts.compactMap { $0["task"]?.string })
    guard let type = types.count == 1 ? types.first : types.isEmpty ? typeByModes : nil,
      TaskType(rawValue: type) != nil
    else {
      return [untyped(group, types: types.sorted { $0.isBefore($1) })]
    }
    let name = names.name(
      ImportNames.candidates(identifier: identifier, bundleIdentifier: bundleIdentifier()), otherwise: "task")
    let path = "tasks.\(name)"
    var keys: [DraftItem] = [
      .entry(
        "type", .string(type).at(facts.first { $0["task"]?.string == type }.map { [$0.location] } ?? [])),
      .entry("identifier", .string(group.identifier).at(group.locations)),
    ]
    if dependency != nil || group.registrations.contains(where: { $0.fact["dependency"] != nil }) {
      keys.append(.entry("owner", .string("sdk")))
    }
    keys += requestKeys(["earliestBeginDate"], of: group, path: path)
    keys += submissionKeys(of: group, type: type, path: path)
    keys += platformsEntry(of: group.declaring)
    keys += requestKeys(
      [
        "requiresExternalPower", "requiresNetworkConnectivity", "protectionTypeOfRequiredData", "title",
        "subtitle", "strategy", "requiredResources",
      ], of: group, path: path)
    keys += trigger(of: group, type: type)
    note(group, path: path)
    if !group.registrations.isEmpty { handledTasks.append(name) }
    summary.leftOut.append(LeftOutKeys(path: path, keys: ["expectedRuntime"]))
    return [.entry(name, DraftValue(content: .mapping(keys)))]
  }

  /// The type of a task that the code registers and never requests, if the app's background modes allow only one type.
  private var typeByModes: String? {
    let modes = app.target.release?.infoPlistValues[PlatformFacts.InfoPlistKey.backgroundModes]?.list ?? []
    let names = Set(modes.compactMap(\.string))
    return switch (names.contains("fetch"), names.contains("processing")) {
    case (true, false): "appRefresh"
    case (false, true): "processing"
    default: nil
    }
  }

  /// The comment on a task that has no type, or several types.
  private mutating func untyped(_ group: TaskGroup, types: [String]) -> DraftItem {
    let reason =
      types.isEmpty
      ? "the task \(group.identifier), whose type is not known because no request for it was found"
      : "the task \(group.identifier), whose type is \(types.joined(separator: ", but also "))"
    return todo("tasks", reason, at: group.declaring.map(\.fact.location))
  }

  // MARK: - Requests

  private mutating func requestKeys(_ names: [String], of group: TaskGroup, path: String) -> [DraftItem] {
    names.compactMap { name in
      let isDate = name == "earliestBeginDate"
      let agreement = Agreement(
        name, in: group.requests.map(\.fact), fallback: name.hasPrefix("requires") ? .bool(false) : .null)
      if isDate, case .value(let value, _) = agreement, value.content == .null { return nil }
      return entry(
        isDate ? "earliestBegin" : name, agreement, path: path, section: "tasks",
        runtime: Self.runtimeForm(of: agreement, named: name)
      ) { isDate ? Self.earliestBegin($0) : $0.written }
    }
  }

  /// The policy's form for a value that is not known without running the app; `nil` if the language has no such form.
  private static func runtimeForm(of agreement: Agreement, named name: String) -> DraftValue? {
    guard case .unresolved(let value) = agreement else { return nil }
    switch name {
    case "earliestBeginDate": return .string("runtime")
    case "title", "subtitle": return runtimeText(of: value, named: name)
    default: return nil
    }
  }

  /// The policy's form for a text that the app composes.
  static func runtimeText(of value: FactValue, named name: String) -> DraftValue {
    .inline(["runtime": .string(value.pattern ?? "{\(name)}")])
  }

  /// The earliest begin of a request, which can't be before its submission.
  private static func earliestBegin(_ value: FactValue) -> DraftValue? {
    if let seconds = value.number { return .duration(max(0, seconds)) }
    guard let text = value.string else { return nil }
    let time = text.hasPrefix("at ") ? String(text.dropFirst(3)) : text
    return ClockTime(time).map { _ in .inline(["at": .quoted(time)]) }
  }

  // MARK: - Submissions

  private mutating func submissionKeys(of group: TaskGroup, type: String, path: String) -> [DraftItem] {
    let facts = group.submissions.map(\.fact)
    // A person starts a continued processing task: the policy states no moments or conditions for the task.
    guard type != "continuedProcessing" else { return [] }
    guard !facts.isEmpty else { return unfoundSubmission(of: group, type: type, path: path) }
    let locations = facts.map(\.location)
    var items: [DraftItem] = []
    items += momentKeys(of: group, type: TaskType(rawValue: type), facts, at: locations)
    noteMoments(of: facts, of: group, path: path)
    items += allOrNone("unlessPending", facts.map { ($0["unlessPending"]?.bool == true, $0) }, path: path)
    let conditions = facts.compactMap { $0["conditional"]?.string }
    items += allOrNone("conditional", facts.map { ($0["conditional"] != nil, $0) }, path: path).map { item in
      guard case .entry(let key, let value) = item, let condition = conditions.first,
        Set(conditions).count == 1
      else { return item }
      return .entry(key, value.at(value.locations, remark: "`\(condition)`"))
    }
    return items
  }

  /// The keys for a request that a function which was not found submits, such as a closure that a property keeps.
  private mutating func unfoundSubmission(of group: TaskGroup, type: String, path: String) -> [DraftItem] {
    let locations = group.requests.map(\.fact.location)
    guard type == "appRefresh", let first = locations.first else { return [] }
    summary.skip("\(path).submittedAt", because: "nothing shows which code submits the request", at: first)
    let remark = "a guess, because nothing shows which code submits the request"
    return [.entry("reschedule", DraftValue.bool(true).at(locations, remark: remark))]
  }

  /// The moments of the submissions. If the first request is submitted at a moment that the policy language does not have, the keys state
  /// only that the handler submits the next request.
  private func momentKeys(
    of group: TaskGroup, type: TaskType?, _ facts: [CodeFact], at locations: [FactLocation]
  ) -> [DraftItem] {
    let found = Set(facts.flatMap { ownMoments(of: $0, in: group).compactMap(SubmissionMoment.init(of:)) })
    let moments = SubmissionMoment.allCases.filter(found.contains)
    let isAgain = moments.contains(.handlerStart) || moments.contains(.handlerEnd)
    // Code that is reached in an unknown way may belong to the launch handler, so the task may run more than once.
    if type == .appRefresh, !isAgain, facts.contains(where: { $0[.knowsMoments] != true }) {
      let remark = "a guess, because not every way to the request is known"
      return [.entry("reschedule", DraftValue.bool(true).at(locations, remark: remark))]
    }
    guard !moments.isEmpty else { return [] }
    let isComplete = facts.allSatisfy { fact in
      fact[.knowsMoments] == true
        && fact.moments.allSatisfy { SubmissionMoment(of: $0) != nil }
        && ownMoments(of: fact, in: group).count == fact.moments.count
    }
    if isComplete || moments.contains(where: \.isStart) {
      return [.entry("submittedAt", .strings(moments.map(\.rawValue)).at(locations))]
    }
    guard isAgain else { return [] }
    // The policy language has no word for a later request without the moments of the first request.
    let remark = moments.contains(.handlerStart) ? nil : "after the handler's work"
    return [.entry("reschedule", DraftValue.bool(true).at(locations, remark: remark))]
  }

  /// The moments of a submission, without the moments in the launch handlers of other tasks.
  private func ownMoments(of fact: CodeFact, in group: TaskGroup) -> [Moment] {
    let handlers = fact.all(.handler)
    let isOwn =
      handlers.isEmpty
      || handlers.contains { value in
        value.string.map { expanded($0) == expanded(group.identifier) || covers(group.identifier, $0) }
          ?? true
      }
    return isOwn
      ? fact.moments : fact.moments.filter { ![.handlerStart, .handlerEnd, .failure].contains($0) }
  }

  /// A switch that the code sets at all locations or at no location; otherwise the switch is open.
  private mutating func allOrNone(
    _ key: String, _ facts: [(isSet: Bool, fact: CodeFact)], path: String
  ) -> [DraftItem] {
    let setting = facts.filter(\.isSet).map(\.fact.location)
    guard !setting.isEmpty else { return [] }
    guard setting.count < facts.count else { return [.entry(key, DraftValue.bool(true).at(setting))] }
    let others = facts.filter { !$0.isSet }.map(\.fact.location)
    return [
      todo(
        "\(path).\(key)",
        "it is true at \(setting.map(\.text).joined(separator: ", ")), and not at "
          + others.map(\.text).joined(separator: ", "), at: setting + others)
    ]
  }

  private mutating func noteMoments(of facts: [CodeFact], of group: TaskGroup, path: String) {
    for fact in facts {
      if fact.moments.isEmpty {
        summary.skip(
          "\(path).submittedAt", because: "nothing shows when the code submits the request", at: fact.location
        )
      }
      for moment in fact.moments where SubmissionMoment(of: moment) == nil {
        summary.skip(
          "\(path).submittedAt", because: "the policy language has no moment \(moment.rawValue)",
          at: fact.location)
      }
      if ownMoments(of: fact, in: group).count < fact.moments.count {
        summary.skip(
          "\(path).submittedAt", because: "the launch handler of another task submits the request",
          at: fact.location)
      }
    }
  }

  private func trigger(of group: TaskGroup, type: String) -> [DraftItem] {
    let found = Set(group.submissions.flatMap(\.fact.moments))
    guard type == "continuedProcessing", found.count == 1,
      let trigger = found.first.flatMap({ TaskTrigger(rawValue: $0.rawValue) })
    else { return [] }
    return [.entry("trigger", .string(trigger.rawValue).at(group.submissions.map(\.fact.location)))]
  }

  // MARK: - Notes

  /// Notes the parts of a task that the code lacks.
  private mutating func note(_ group: TaskGroup, path: String) {
    func note(_ reason: String, _ other: UsableFact?) {
      guard let other else { return }
      summary.incomplete.append(
        IncompleteDeclaration(path: path, reason: reason, location: other.fact.location))
    }
    if group.registrations.isEmpty { note("no launch handler for it was found", group.requests.first) }
    if group.requests.isEmpty {
      note("no request for it was found", group.registrations.first)
    } else if group.submissions.isEmpty {
      note("no submission of its request was found", group.requests.first)
    }
  }
}

extension SubmissionMoment {
  /// The policy language's moment for a moment at which code submits a request; `nil` if the language has no such moment.
  fileprivate init?(of moment: Moment) {
    switch moment {
    case .launch, .afterLaunch: self = .launch
    case .enteringBackground, .resigningActive: self = .enteringBackground
    case .handlerStart: self = .handlerStart
    case .handlerEnd: self = .handlerEnd
    case .failure: self = .failure
    case .userAction: self = .userAction
    case .enteringForeground, .terminating, .push, .fetch, .backgroundEvents, .event,
      .applicationEnteringBackground,
      .applicationResigningActive, .applicationEnteringForeground:
      return nil
    }
  }

  /// Whether a request that is submitted at the moment does not require an earlier launch of the task.
  fileprivate var isStart: Bool { [.launch, .enteringBackground, .userAction].contains(self) }
}
