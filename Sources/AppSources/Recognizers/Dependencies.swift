internal import AppFacts
internal import PlatformFacts
internal import PolicySyntax

extension Recognizer {
  /// Imports of dependencies that work in the background, and the launch handlers that the app has them register.
  static let dependencies = Recognizer { program in
    var facts: [CodeFact] = []
    for file in program.files {
      for one in file.imports where PlatformFacts.dependency(one.module) != nil {
        let location = FactLocation(file: file.path, line: one.position.line, column: one.position.column)
        facts.append(
          CodeFact(
            .dependency, at: location, conditions: one.conditions,
            values: [FactEntry("module", FactValue(.string(one.module), .literal, at: location))]))
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

  private static func called(
    _ registration: DependencyRegistration, of dependency: Dependency, _ program: Program
  ) -> [CodeFact] {
    (program.callsByName[registration.member] ?? []).flatMap { call -> [CodeFact] in
      guard call.base?.core.lastName == registration.type else { return [] }
      guard let label = registration.label else {
        // The identifier is in another file of the app, such as the configuration of Capacitor.
        let unknown = FactValue(nil, .unresolved, at: call.location, expression: registration.text)
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
