internal import AppFacts

/// The files of an app, linked: its bodies, and the declarations by name.
///
/// A program is made once from the indexes and never changes afterwards.
final class Program {
  let files: [FileIndex]
  let bodies: [Body]
  let calls: [Call]
  let callsByName: [String: [Call]]
  let assignments: [Assignment]
  let assignmentsByName: [String: [Assignment]]
  /// The assignments by the expression that gets a value.
  let assignmentsByTarget: [ObjectIdentifier: [Assignment]]
  /// The assignments, by the body that contains them.
  let assignmentsByBody: [ObjectIdentifier: [Assignment]]
  /// The assignments to elements, by the expression that has the elements.
  let assignmentsByBase: [ObjectIdentifier: [Assignment]]
  let sinks: [ObjectIdentifier: Sink]
  let uses: [String: [(expression: Expression, frame: Frame)]]
  let privateSelectors: [(expression: Expression, text: String, frame: Frame)]
  let namedSelectors: [(expression: Expression, text: String, frame: Frame)]
  let closures: [ObjectIdentifier: Frame]
  let closureExpressions: [ObjectIdentifier: Expression]
  /// The names that are mentioned other than by a call, such as functions that are passed on, with the number of their mentions.
  let mentions: [String: Int]
  /// The bodies of functions, by the name of the function.
  let functions: [String: [Body]]
  /// The bodies of the functions that are not nested in another function, by name and type.
  let functionsByScope: [MemberName: [Body]]
  /// The bodies of properties, by the name of the property.
  let properties: [String: [Body]]
  /// The bodies of the properties that are not in a function, by name and type.
  let propertiesByScope: [MemberName: [Body]]
  /// The cases of enumerations, by name.
  let cases: [String: [(value: EnumCase, file: FileIndex)]]
  /// The types and extensions, by the last part of their name.
  let types: [String: [(value: TypeDeclaration, file: FileIndex)]]
  /// The types of the system that the code refers to by other names.
  let system: SystemTypes
  /// The names that any file assigns to.
  let assignedNames: Set<String>
  /// The names of variables that change without an assignment, in any file.
  let changedNames: Set<String>
  let callsByExpression: [ObjectIdentifier: Call]
  /// The texts in the language that the app is developed in.
  let texts: LocalizedTexts
  /// The words of files that name classes without code.
  let resources: ResourceNames
  /// The steps for all look-ups. The number is proportional to the amount of code, so that only look-ups that multiply each other run out.
  ///
  /// Without a remaining step, a look-up finds nothing.
  let budget: StepBudget
  private(set) lazy var graph = CallGraph(self)
  /// The code that submits requests of background tasks, itself or through functions that it calls.
  private(set) lazy var submitting = bodies(
    thatReach: Recognizer.submissionNames.flatMap { callsByName[$0] ?? [] }.filter {
      Recognizer.isScheduler($0.base, in: $0.frame, self)
    })
  /// A cache, by parameter: the time at which a function runs a closure that it receives.
  var knownTimings: [ObjectIdentifier: ClosureTiming] = [:]
  /// A cache, by call: the functions that the call may run.
  var knownCallees: [ObjectIdentifier: [Body]] = [:]
  /// A cache, by name and scope: the type that the name refers to; `nil` for a name that no file declares.
  var knownTypes: [MemberName: [String]?] = [:]
  /// A cache, by path and target: the declarations of a type.
  var knownDeclarations: [MemberName: [(value: TypeDeclaration, file: FileIndex)]] = [:]
  /// A cache, by name, types and file: the accessible functions of a type.
  var knownFunctions: [FileMember: [Body]] = [:]
  /// A cache, by name, types and file: the accessible properties of a type.
  var knownProperties: [FileMember: [Body]] = [:]
  /// A cache, by name: whether code uses the name only to assign values.
  var onlyAssigned: [String: Bool] = [:]
  /// The calls that post notifications, by the name of the notification.
  private(set) lazy var postsByName: [String: [Call]] = {
    let calls = Notifications.posting.flatMap { callsByName[$0] ?? [] }
    return Dictionary(grouping: calls) { Notifications.name(in: $0) ?? "" }
  }()
  /// The identifiers of launch handlers.
  private(set) lazy var handlers = HandlerIdentifiers(self)
  /// The subtypes of each type.
  private(set) lazy var heirs = Heirs(files)

  /// The steps of the smallest app. Each call and each body adds `stepsPerCall`.
  private static let fewestSteps = 2_000_000
  private static let stepsPerCall = 500

  init(
    _ files: [FileIndex], texts: LocalizedTexts = LocalizedTexts(), resources: ResourceNames = ResourceNames()
  ) {
    self.texts = texts
    self.resources = resources
    var bodies: [Body] = []
    var cases: [String: [(EnumCase, FileIndex)]] = [:]
    var types: [String: [(TypeDeclaration, FileIndex)]] = [:]
    var assignedNames: Set<String> = []
    for file in files {
      for function in file.functions {
        bodies.append(
          Body(file: file, types: function.context.types, function: function, context: function.context))
      }
      for property in file.properties {
        bodies.append(
          Body(file: file, types: property.context.types, property: property, context: property.context))
      }
      if !file.statements.isEmpty { bodies.append(Body(file: file, types: [])) }
      for one in file.cases { cases[one.name, default: []].append((one, file)) }
      for type in file.types { types[type.path.last ?? "", default: []].append((type, file)) }
      assignedNames.formUnion(file.assignedNames)
    }
    system = SystemTypes(files, declared: Set(types.keys))
    var walk = BodyWalk(system)
    for body in bodies { walk.walk(body) }
    bodies += walk.nested
    self.files = files
    self.bodies = bodies
    self.cases = cases
    self.types = types
    self.assignedNames = assignedNames
    budget = StepBudget(Self.fewestSteps + Self.stepsPerCall * (walk.calls.count + bodies.count))
    changedNames = files.reduce(into: []) { $0.formUnion($1.changedNames) }
    calls = walk.calls
    assignments = walk.assignments
    sinks = walk.sinks
    uses = walk.uses
    closures = walk.closures
    privateSelectors = walk.privateSelectors
    namedSelectors = walk.namedSelectors
    closureExpressions = walk.closureExpressions
    mentions = walk.values
    callsByName = Dictionary(grouping: walk.calls, by: \.name)
    callsByExpression = Dictionary(walk.calls.map { (ObjectIdentifier($0.expression), $0) }) { first, _ in
      first
    }
    assignmentsByName = Dictionary(grouping: walk.assignments) { $0.target.lastName ?? "" }
    assignmentsByTarget = Dictionary(grouping: walk.assignments) { ObjectIdentifier($0.target.core) }
    assignmentsByBody = Dictionary(grouping: walk.assignments) { ObjectIdentifier($0.frame.body) }
    assignmentsByBase = walk.assignments.reduce(into: [:]) { all, assignment in
      guard case .element(let base, _) = assignment.target.core.form else { return }
      all[ObjectIdentifier(base.core), default: []].append(assignment)
    }
    var functions = Dictionary(grouping: bodies.filter { $0.function != nil }) { $0.function?.name ?? "" }
    for body in bodies {
      if let name = body.function?.nameInSwift { functions[name, default: []].append(body) }
    }
    self.functions = functions
    var byScope: [MemberName: [Body]] = [:]
    for (name, bodies) in functions {
      for body in bodies where body.outer == nil {
        byScope[MemberName(name: name, types: body.types), default: []].append(body)
      }
    }
    functionsByScope = byScope
    let ofProperties = bodies.filter { $0.property != nil }
    properties = Dictionary(grouping: ofProperties) { $0.property?.name ?? "" }
    propertiesByScope = Dictionary(
      grouping: ofProperties.filter { $0.context?.functions.isEmpty ?? true }
    ) { MemberName(name: $0.property?.name ?? "", types: $0.types) }
  }
}

extension Program {
  /// Whether any code calls or mentions a function, type or property.
  func isMentioned(_ name: String) -> Bool {
    callsByName[name] != nil || mentions[name] != nil || uses[name] != nil
  }
}

/// A member as a file sees it.
struct FileMember: Hashable {
  let member: MemberName
  /// The path of the file.
  let file: String
}

/// A name in a scope: the name of a member, or of a type that code mentions.
struct MemberName: Hashable {
  let name: String
  /// The names of the enclosing types, outermost first.
  let types: [String]
}
