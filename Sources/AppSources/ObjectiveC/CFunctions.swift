internal import PolicySyntax

/// Calls of functions, as Swift writes them.
enum CFunctions {
  static func call(
    _ callee: Expression, _ arguments: [Argument], at position: Position, _ symbols: ObjectiveCSymbols
  ) -> Expression {
    func make(_ form: Expression.Form) -> Expression { Expression(form, at: position) }
    func method(_ base: Expression, _ name: String, _ arguments: [Argument]) -> Expression {
      make(.call(make(.member(base, name)), arguments))
    }
    guard case .name(let name) = callee.form else { return make(.call(callee, arguments)) }
    let values = arguments.map(\.value)
    func trailing(_ value: Expression) -> Argument {
      var argument = Argument(label: nil, value: value)
      if case .closure = value.form { argument.isTrailing = true }
      return argument
    }
    switch (name, values.count) {
    case ("dispatch_async", 2): return method(values[0], "async", [trailing(values[1])])
    case ("dispatch_sync", 2): return method(values[0], "sync", [trailing(values[1])])
    case ("dispatch_barrier_async", 2): return method(values[0], "async", [trailing(values[1])])
    case ("dispatch_barrier_sync", 2): return method(values[0], "sync", [trailing(values[1])])
    case ("dispatch_group_async", 3): return method(values[1], "async", [trailing(values[2])])
    case ("dispatch_group_notify", 3):
      return method(values[0], "notify", [Argument(label: "queue", value: values[1]), trailing(values[2])])
    case ("dispatch_after", 3):
      return method(
        values[1], "asyncAfter", [Argument(label: "deadline", value: values[0]), trailing(values[2])])
    // Code that runs once runs as a part of the code around it.
    case ("dispatch_once", 2): return make(.call(values[1], []))
    case ("dispatch_get_main_queue", 0): return make(.member(make(.name("DispatchQueue")), "main"))
    case ("dispatch_get_global_queue", 2): return method(make(.name("DispatchQueue")), "global", [])
    case ("dispatch_semaphore_wait", 2), ("dispatch_group_wait", 2), ("dispatch_block_wait", 2):
      return method(values[0], "wait", [Argument(label: "timeout", value: values[1])])
    case ("Block_copy", 1), ("CFBridgingRelease", 1), ("CFBridgingRetain", 1), ("objc_unretainedObject", 1),
      ("NS_VALID_UNTIL_END_OF_SCOPE", 1):
      return values[0]
    case ("NSSelectorFromString", 1), ("sel_registerName", 1):
      return make(.call(make(.name("Selector")), arguments))
    case ("NSStringFromClass", 1):
      // Only a class that is written out has a certain name: `[self class]` may be a subclass.
      if case .name(let type) = values[0].form, symbols.interfaces.contains(type) {
        return make(.text([.string(type)]))
      }
      return make(.call(callee, arguments))
    default: return make(.call(callee, arguments))
    }
  }
}
