internal import AppFacts
internal import PolicySyntax

/// The places of an app's code that ask for work in the background, or may do so, in a form that is not followed: texts that name classes
/// and methods of the system, and functions of the system that are values.
///
/// Such a place is no mistake. An app may look up a class to find out whether the system has it.
struct UnfollowedWork {
  /// The places, each line once.
  private(set) var found: [UnreadFact] = []
  private var lines: Set<FactLocation> = []
  private let program: Program

  /// The places in a program.
  init(in program: Program) {
    self.program = program
    for (expression, text, frame) in program.namedSelectors {
      add(expression.position, in: frame, "It names the method \(text) by a text")
    }
    addMethods()
    addClasses()
    addValues()
    addRequirements()
  }

  private mutating func add(_ position: Position, in frame: Frame, _ clause: String) {
    guard program.graph.reach(of: frame.body) != .unreached else { return }
    let place = frame.body.location(position)
    guard lines.insert(FactLocation(file: place.file, line: place.line)).inserted else { return }
    found.append(
      UnreadFact(place, reason: "\(clause), and what it does there is not followed", leavesOutCode: true))
  }

  // MARK: - Texts

  private mutating func addMethods() {
    for call in LookedUpNames.ofMethods.flatMap({ program.callsByName[$0] ?? [] }) {
      switch name(in: call, among: NamedWork.selectors) {
      case .certain(let name)?:
        add(call.expression.position, in: call.frame, "It looks up the method \(name)")
      case .possible?:
        add(call.expression.position, in: call.frame, "It looks up a method by a computed text")
      case nil: break
      }
    }
  }

  private mutating func addClasses() {
    for call in LookedUpNames.ofClasses.flatMap({ program.callsByName[$0] ?? [] }) {
      switch name(in: call, among: NamedWork.classes) {
      case .certain(let name)?: add(call.expression.position, in: call.frame, "It looks up the class \(name)")
      case .possible? where callsUnknownMethods:
        add(call.expression.position, in: call.frame, "It looks up a class by a computed text")
      case .possible?, nil: break
      }
    }
  }

  /// The name that the argument of a look-up has in one of the ways in which the code runs; `nil` if the
  /// argument can only have other names.
  private func name(in call: Call, among names: some Collection<String>) -> NamedWork.Name? {
    guard let argument = call.arguments.first?.value, call.arguments.count == 1 else { return nil }
    if case .selector = argument.core.form { return nil }
    let found = FactBuilder.builders(for: argument, in: call.frame, program).compactMap {
      NamedWork.named(by: $0.text(argument, in: call.frame), among: names)
    }
    return found.first { $0 != .possible } ?? found.first
  }

  /// The functions that call a method of an object whose class is not known.
  private static let unknownCalls = [
    "class_getClassMethod", "class_getInstanceMethod", "class_getMethodImplementation", "dlsym",
    "objc_msgSend",
    "unsafeBitCast", "unsafeDowncast",
  ]

  /// Whether the code calls methods in a way that shows neither their names nor their classes. Without such a call, an object of a class that
  /// is not known can only be made.
  private var callsUnknownMethods: Bool {
    if Self.unknownCalls.contains(where: { program.callsByName[$0] != nil }) { return true }
    let sends = (program.callsByName["perform"] ?? []) + (program.callsByName["performSelector"] ?? [])
    return sends.contains { call in
      switch call.arguments.first?.value.core.form {
      case nil, .selector, .closure: false
      default: true
      }
    }
  }

  // MARK: - Functions

  /// Adds functions of the system that code keeps or passes on instead of calling them.
  private mutating func addValues() {
    let called = Set(
      (NamedWork.methods.union(NamedWork.methodsOfScheduler)).flatMap { program.callsByName[$0] ?? [] }
        .compactMap { $0.callee.map { ObjectIdentifier($0) } })
    for name in NamedWork.methods.union(NamedWork.methodsOfScheduler).sorted() {
      for (expression, frame) in program.uses[name] ?? []
      where !called.contains(ObjectIdentifier(expression))
        && program.assignmentsByTarget[ObjectIdentifier(expression)] == nil
      {
        guard isOfSystem(expression, name, in: frame) else { continue }
        add(expression.position, in: frame, "It uses the function \(name) as a value")
      }
    }
  }

  private func isOfSystem(_ expression: Expression, _ name: String, in frame: Frame) -> Bool {
    switch expression.form {
    case .member(let base?, _):
      return NamedWork.methods.contains(name) || Recognizer.isScheduler(base, in: frame, program)
    // An extension of the system's type needs no receiver.
    case .name: return NamedWork.isMethod(name, ofType: frame.body.types.last)
    default: return false
    }
  }

  /// Adds requirements of the app's protocols for Objective-C that have the names of the system's methods:
  /// through such a requirement, code can call an object of any class.
  private mutating func addRequirements() {
    for body in program.bodies where body.context?.isRequirement ?? false {
      guard let function = body.function, NamedWork.firstParts.contains(function.name),
        (program.types[body.types.last ?? ""] ?? []).contains(where: {
          $0.value.kind == .protocol && $0.value.context.attributes.contains("objc")
        })
      else { continue }
      add(
        function.context.position, in: body.frame, "A protocol requires the system's method \(function.name)")
    }
  }
}
