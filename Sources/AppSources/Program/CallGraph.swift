internal import AppFacts
internal import PlatformFacts

/// The graph of bodies and the places that run them, which also shows the code that nothing runs.
final class CallGraph {
  /// A place that runs a body: a call of the function, a use of the property, or a call that receives the function as an argument.
  struct Site {
    let frame: Frame
    let order: Int
    /// The stage at which the body runs, relative to the code at the place.
    var stage = Stage()
    /// The occasions on which the body runs, if the place decides them.
    var occasions: Set<Occasion>?
    /// The call of the function; `nil` for the body of a property, and for a function that is an argument.
    var call: Call?
  }

  private let program: Program
  private let liveness: Liveness
  /// The places that run bodies, by body.
  private var sites: [ObjectIdentifier: [Site]] = [:]
  /// The number of mentions of functions, other than by calls, that `sites` already contains.
  private var knownMentions: [String: Int] = [:]
  private(set) lazy var flow = MomentFlow(program, self)

  init(_ program: Program) {
    self.program = program
    liveness = Liveness(program)
    for call in program.calls {
      addReferences(in: call)
      guard program.functions[call.name] != nil || program.types[call.name] != nil || call.name == "init"
      else {
        continue
      }
      guard !isReplaced(call) else { continue }
      for body in program.callees(of: call) {
        add(Site(frame: call.frame, order: call.order, call: call), of: body)
      }
    }
    for assignment in program.assignments { addReference(in: assignment) }
    addProperties()
    addPosts()
  }

  /// Whether something runs a body.
  func reach(of body: Body) -> CodeFact.Reach {
    if EntryMoments.moment(of: body, program) != nil { return .entryPoint }
    return liveness.isLive(body) ? .reached : .unreached
  }

  /// The moments at which the code of a frame runs, after the expressions that came before an order.
  ///
  /// `callers` maps a body to the only call of the body that counts.
  func moments(at frame: Frame, after order: Int, callers: [ObjectIdentifier: Call] = [:]) -> [Moment] {
    let found = Set(flow.occasions(at: frame, after: order, callers: callers).map(\.moment))
    return Moment.allCases.filter(found.contains)
  }

  /// The calls of a function.
  func callers(of body: Body) -> [Call] { sites(of: body).compactMap(\.call) }

  /// The places that run a body.
  func sites(of body: Body) -> [Site] { sites[ObjectIdentifier(body)] ?? [] }

  /// Whether unknown code may run a function, because the function is passed on as a value.
  func isPassedOn(_ function: Function) -> Bool {
    [function.name, function.nameInSwift].compactMap(\.self).contains { name in
      (program.mentions[name] ?? 0) > (knownMentions[name] ?? 0)
    }
  }

  /// Whether a call is in the default value of a parameter for which every call of the function has an argument.
  private func isReplaced(_ call: Call) -> Bool {
    guard let parameters = call.frame.body.function?.parameters,
      let parameter = parameters.first(where: { $0.defaultValue?.contains(call.expression) ?? false }),
      let callers = program.callers(of: call.frame.body), !callers.isEmpty
    else { return false }
    return callers.allSatisfy { $0.bindings(to: parameters)?[parameter.name] != nil }
  }

  /// Whether no release compiles code under conditions, such as `DEBUG` and `false`.
  private func isLeftOut(_ conditions: [String]) -> Bool {
    !conditions.isEmpty
      && Platform.allCases.allSatisfy {
        CompilationCondition(platform: $0, names: [], knownNames: []).holds(conditions) == false
      }
  }

  private func add(_ site: Site, of body: Body) {
    // A release runs other code only from places that a release compiles.
    guard !isLeftOut(site.frame.conditions) || isLeftOut(body.frame.conditions) else { return }
    sites[ObjectIdentifier(body), default: []].append(site)
  }

  // MARK: - Functions that are passed on

  /// The methods that observers of notifications run, with the names of the notifications.
  private var observers: [(name: String, body: Body)] = []

  private func addReferences(in call: Call) {
    for argument in call.arguments {
      let value = argument.value.core
      switch value.form {
      case .selector(let name): addSelector(name, in: call, label: argument.label)
      case .name(let name) where program.functions[name] != nil && call.frame.local(name) == nil:
        addReference(value, name, in: call, argument)
      case .member(.some, let name) where program.functions[name] != nil:
        addReference(value, name, in: call, argument)
      default: continue
      }
    }
  }

  private func addReference(_ value: Expression, _ name: String, in call: Call, _ argument: Argument) {
    guard let body = program.function(named: value, in: call.frame) else { return }
    let occasions: Set<Occasion>?
    var stage = Stage()
    if call.name == "register", call["forTaskWithIdentifier"] != nil {
      occasions = [Occasion(moment: .handlerStart, handler: ObjectIdentifier(call))]
    } else if let moment = EntryMoments.moment(ofClosurePassedTo: call, label: argument.label) {
      occasions = [Occasion(moment: moment)]
    } else {
      occasions = nil
      let timing = program.timing(of: argument.value, in: call)
      // A function that is stored for later may run at any time.
      guard timing != .unknown else { return }
      stage = timing.stage
    }
    knownMentions[name, default: 0] += 1
    add(Site(frame: call.frame, order: call.order, stage: stage, occasions: occasions), of: body)
  }

  private func addSelector(_ name: String, in call: Call, label: String?) {
    let bodies = program.methods(name, of: call.frame.body.types, from: call.frame.body.file)
    guard !bodies.isEmpty else { return }
    var moment: Moment?
    if call.name == "addObserver" {
      guard let notification = Notifications.name(in: call) else { return }
      moment = Notifications.moment(of: notification)
      if moment == nil { for body in bodies { observers.append((notification, body)) } }
    } else if label == "action" || call.name == "addTarget" {
      moment = .userAction
    } else if call.name.lowercased().contains("timer") {
      moment = .event
    } else if call.name == "perform" || call.name.hasPrefix("performSelector") {
      for body in bodies {
        add(Site(frame: call.frame, order: call.order, stage: Stage(isDeferred: true)), of: body)
      }
    } else {
      return
    }
    knownMentions[name, default: 0] += 1
    guard let moment else { return }
    for body in bodies {
      add(Site(frame: call.frame, order: call.order, occasions: [Occasion(moment: moment)]), of: body)
    }
  }

  /// Adds the assignment of a function to `expirationHandler` as a place that runs the function.
  private func addReference(in assignment: Assignment) {
    guard assignment.target.core.lastName == "expirationHandler", let name = assignment.value.core.lastName,
      program.functions[name] != nil,
      let body = program.function(named: assignment.value, in: assignment.frame)
    else { return }
    knownMentions[name, default: 0] += 1
    add(Site(frame: assignment.frame, order: assignment.order, stage: Stage(hasFailed: true)), of: body)
  }

  // MARK: - Notifications

  /// Methods that observe the app's own notifications run when the app posts the notification, or at an unknown time if no code posts it.
  private func addPosts() {
    for (name, body) in observers {
      let posts = program.posts(of: name)
      for post in posts { add(Site(frame: post.frame, order: post.order), of: body) }
      guard posts.isEmpty else { continue }
      add(Site(frame: body.frame, order: 0, occasions: [Occasion(moment: .event)]), of: body)
    }
  }

  // MARK: - Properties

  /// Adds the places that run the values and getters of properties: uses of the property, and calls that create the object.
  private func addProperties() {
    var bodies: [Body] = []
    var seen: Set<ObjectIdentifier> = []
    for call in program.calls {
      let body = call.frame.body
      guard let property = body.property, property.name != "body",
        seen.insert(ObjectIdentifier(body)).inserted
      else { continue }
      bodies.append(body)
    }
    var mentioned: [String: Set<ObjectIdentifier>] = [:]
    for body in bodies {
      guard let property = body.property else { continue }
      if property.value != nil, !body.types.isEmpty, !property.isLazy, !property.context.isStatic {
        guard !property.isWrapped else { continue }
        for call in program.callsByName[body.types.last ?? ""] ?? []
        where program.type(named: call.name, in: call.frame.body.types) == body.types {
          add(Site(frame: call.frame, order: call.order), of: body)
        }
      } else {
        mentioned[property.name, default: []].insert(ObjectIdentifier(body))
      }
    }
    for (name, bodies) in mentioned {
      for use in program.uses[name] ?? [] {
        guard let body = program.property(of: use.expression, in: use.frame), use.frame.body !== body,
          bodies.contains(ObjectIdentifier(body))
        else { continue }
        add(Site(frame: use.frame, order: 0), of: body)
      }
    }
  }
}

extension Program {
  /// The calls that post a notification.
  func posts(of name: String) -> [Call] {
    let posts = postsByName[name] ?? []
    // Each observer of the notification keeps each of the calls.
    return budget.take(8 * posts.count) ? posts : []
  }

  /// The function that an expression refers to, such as `handleRefresh` or `self.handleRefresh(task:)`; `nil` unless exactly one function
  /// matches.
  func function(named expression: Expression, in frame: Frame) -> Body? {
    var found: [Body] = []
    switch expression.core.form {
    case .name(let name):
      let named = functions[name] ?? []
      for one in frame.chain {
        guard budget.take(named.count) else { return nil }
        found = named.filter { $0.outer === one }
        if !found.isEmpty { return found.count == 1 ? found.first : nil }
      }
      guard frame.local(name) == nil else { return nil }
      for count in stride(from: frame.body.types.count, through: 0, by: -1) where found.isEmpty {
        found = methods(name, of: Array(frame.body.types[..<count]), from: frame.body.file)
      }
    case .member(let base?, let name):
      guard let owner = type(of: base, in: frame) else { return nil }
      found = methods(name, of: owner, from: frame.body.file)
    default: return nil
    }
    return found.count == 1 ? found.first : nil
  }
}
