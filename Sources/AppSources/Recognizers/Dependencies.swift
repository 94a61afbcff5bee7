internal import AppFacts
internal import PlatformFacts
internal import PolicySyntax

extension Recognizer {
  /// Imports of dependencies that work in the background or whose work is not known, and the launch handlers that the app lets dependencies
  /// register.
  static let dependencies = Recognizer { program in
    var facts: [CodeFact] = []
    let own = Set(program.files.compactMap(\.target))
    var others: Set<[String]> = []
    for file in program.files {
      for one in file.imports {
        // A module that is neither known nor Apple's nor the app's own counts once, at its first import.
        let isKnown = PlatformFacts.dependency(one.module) != nil
        let isOwn = PlatformFacts.appleModules.value.contains(one.module) || own.contains(one.module)
        guard isKnown || !isOwn && others.insert([file.target ?? "", one.module]).inserted else { continue }
        let location = FactLocation(file: file.path, line: one.position.line, column: one.position.column)
        let module = FactEntry("module", FactValue(.string(one.module), .literal, at: location))
        let token =
          one.module == "FirebaseMessaging"
          ? FactEntry(.passesToken, passesToken(program), at: location) : nil
        let plugins =
          one.module == "Flutter" || one.module.contains("workmanager")
          ? FactEntry(
            .registersPlugins, program.isMentioned("setPluginRegistrantCallback"), at: location) : nil
        let kept = one.module == "Flutter" ? keepingToken(program) : nil
        facts.append(
          CodeFact(
            .dependency, at: location, conditions: one.conditions,
            values: [module, token, plugins, kept.map { FactEntry(.keepsToken, true, at: $0) }]
              .compactMap(\.self)))
      }
    }
    for dependency in PlatformFacts.dependencies.map(\.value) {
      for registration in dependency.registrations {
        facts +=
          registration.isProperty
          ? assigned(registration, of: dependency, program) : called(registration, of: dependency, program)
      }
    }
    return facts
  }

  /// Whether any code passes the token of APNs on to Firebase.
  private static func passesToken(_ program: Program) -> Bool {
    let names = ["apnsToken", "APNSToken"]
    return names.contains { program.assignmentsByName[$0] != nil || program.uses[$0] != nil }
      || ["setAPNSToken", "setApnsToken"].contains {
        program.callsByName[$0] != nil || program.mentions[$0] != nil
      }
  }

  /// The method of an application delegate of Flutter that receives the token of APNs, and neither passes the token on to Firebase nor calls
  /// the method of the superclass, which passes the token on to the plugins.
  private static func keepingToken(_ program: Program) -> FactLocation? {
    let name = "application(_:didRegisterForRemoteNotificationsWithDeviceToken:)"
    guard !passesToken(program) else { return nil }
    for body in program.bodies {
      guard let function = body.function, function.fullName == name, let context = body.context,
        body.outer == nil, program.type(body.types, inherits: "FlutterAppDelegate", from: body.file)
      else { continue }
      var callsSuper = false
      function.body.visit { expression in
        if case .name("super") = expression.form { callsSuper = true }
      }
      if !callsSuper { return body.location(context.position) }
    }
    return nil
  }

  private static func called(
    _ registration: DependencyRegistration, of dependency: Dependency, _ program: Program
  ) -> [CodeFact] {
    (program.callsByName[registration.member] ?? []).flatMap { call -> [CodeFact] in
      guard isReceiver(call.base, of: registration) else { return [] }
      guard let label = registration.label else {
        // If the call has no argument for the identifier, the identifier is in another file of the app, such as the configuration of
        // Capacitor.
        let identifier = registration.identifier.map { FactValue(.string($0), .literal, at: call.location) }
        let unknown =
          identifier ?? FactValue(nil, .unresolved, at: call.location, expression: registration.text)
        let builder = FactBuilder(program)
        return [
          builder.fact(
            .taskRegistration, at: call,
            entries(registration, of: dependency, identifier: unknown, at: call.location))
        ]
      }
      guard let identifier = call[label] else { return [] }
      return FactBuilder.builders(for: identifier, in: call.frame, program).map { builder in
        builder.fact(
          .taskRegistration, at: call,
          entries(
            registration, of: dependency, identifier: builder.text(identifier, in: call.frame),
            at: call.location))
      }
    }
  }

  /// Whether a call with a receiver is a call of a dependency's type, or of the object that a method of the type returns.
  private static func isReceiver(_ base: Expression?, of registration: DependencyRegistration) -> Bool {
    guard let instance = registration.instance else { return base?.core.lastName == registration.type }
    guard let base, case .call(let callee, _) = base.core.form,
      case .member(let type?, instance) = callee.core.form
    else { return false }
    return type.core.lastName == registration.type
  }

  private static func assigned(
    _ registration: DependencyRegistration, of dependency: Dependency, _ program: Program
  ) -> [CodeFact] {
    (program.assignmentsByName[registration.member] ?? []).compactMap { assignment in
      guard case .member(let base?, _) = assignment.target.core.form, base.core.lastName == registration.type
      else { return nil }
      let builder = FactBuilder(program)
      let location = assignment.frame.body.location(assignment.target.position)
      return builder.fact(
        .taskRegistration, at: assignment.target.position, in: assignment.frame,
        entries(
          registration, of: dependency, identifier: builder.text(assignment.value, in: assignment.frame),
          at: location))
    }
  }

  private static func entries(
    _ registration: DependencyRegistration, of dependency: Dependency, identifier: FactValue,
    at location: FactLocation
  ) -> [FactEntry] {
    let task = registration.task.map { FactEntry("task", FactValue(.string($0), .literal, at: location)) }
    return [
      FactEntry("identifier", identifier),
      FactEntry("dependency", FactValue(.string(dependency.name), .literal, at: location)),
    ] + [task].compactMap(\.self)
  }
}
