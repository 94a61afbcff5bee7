/// Types of the app that have the name of a system type, although code in general does not mean these types by the name.
///
/// A private type is visible in its own file only, and a type under a compilation condition in some builds only. If such a type hid the
/// system's type, one line of code would take all work in the background out of sight.
enum ShadowingTypes {
  /// The names of the system's types that code needs for work in the background.
  static let names = SchedulerTypes.tasks.union(SchedulerTypes.requests).union([
    SchedulerTypes.scheduler, "BGTaskRequest", "URLSession", "URLSessionConfiguration", "UIApplication",
  ])

  /// The files, without the declarations of types that only seem to replace a system type. Their code
  /// remains, in types with names that no code can write.
  static func removed(from files: [FileIndex]) -> [FileIndex] {
    files.map { file in
      let hidden = Set(file.types.filter(isShadowing).map(\.path))
      guard !hidden.isEmpty else { return file }
      func isHidden(_ types: [String]) -> Bool { hidden.contains { types.starts(with: $0) } }
      var file = file
      file.types.removeAll { isHidden($0.path) }
      file.functions = file.functions.map { isHidden($0.context.types) ? renamed($0) : $0 }
      file.properties = file.properties.map { isHidden($0.context.types) ? renamed($0) : $0 }
      file.cases.removeAll { isHidden($0.context.types) }
      return file
    }
  }

  private static func renamed(_ function: Function) -> Function {
    Function(
      name: function.name, parameters: function.parameters, returnType: function.returnType,
      body: function.body, context: renamed(function.context), nameInSwift: function.nameInSwift)
  }

  private static func renamed(_ property: Property) -> Property {
    Property(
      name: property.name, isConstant: property.isConstant, type: property.type, value: property.value,
      getter: property.getter, accessors: property.accessors, context: renamed(property.context))
  }

  private static func renamed(_ context: DeclarationContext) -> DeclarationContext {
    var context = context
    context.types[0] += " of the app"
    return context
  }

  private static func isShadowing(_ type: TypeDeclaration) -> Bool {
    guard type.kind != .extension, type.path.count == 1, names.contains(type.path[0]) else { return false }
    return !type.context.conditions.isEmpty
      || type.context.modifiers.contains { $0 == "private" || $0 == "fileprivate" }
  }
}
