/// Finds values that are new at each launch of an app: random values, dates, and hashes, which Swift seeds anew in each process.
struct UnstableValue {
  private let program: Program
  private static let maximumDepth = 4

  init(in program: Program) { self.program = program }

  /// The name of an unstable value that an expression contains, such as `hashValue`; `nil` if no unstable value is certain.
  ///
  /// Constants and the only argument of a parameter are followed. The default of `saved ?? UUID()` does not count: the saved value may come
  /// from an earlier launch.
  func name(in argument: (expression: Expression, frame: Frame)) -> String? {
    name(in: argument.expression, argument.frame, depth: 0)
  }

  private func name(in expression: Expression, _ frame: Frame, depth: Int) -> String? {
    guard depth < Self.maximumDepth else { return nil }
    let core = expression.core
    switch core.form {
    case .text(let parts):
      for part in parts {
        if case .interpolation(let value) = part, let name = name(in: value, frame, depth: depth) {
          return name
        }
      }
      return nil
    case .binary("+", let left, let right):
      return name(in: left, frame, depth: depth) ?? name(in: right, frame, depth: depth)
    case .member(let base, let member):
      if Self.members.contains(member), base != nil { return member }
      if member == "now", base?.core.lastName == "Date" { return "Date.now" }
      if let base, let name = name(in: base, frame, depth: depth) { return name }
      return property(core, frame, depth)
    case .call(let callee, let arguments):
      if let function = callee.core.lastName {
        if Self.types.contains(function), arguments.isEmpty { return "\(function)()" }
        if Self.functions.contains(function) { return function }
        if Self.compositions.contains(function) {
          for argument in arguments {
            if let name = name(in: argument.value, frame, depth: depth) { return name }
          }
        }
      }
      if case .member(let base?, _) = callee.core.form { return name(in: base, frame, depth: depth) }
      return nil
    // A value in a format of Objective-C that changes the value's text, such as `%f`.
    case .other(let conversion, let values) where conversion.hasPrefix("%"):
      return values.lazy.compactMap { name(in: $0, frame, depth: depth) }.first
    case .name(let text):
      guard let local = frame.local(text) else { return property(core, frame, depth) }
      guard local.assignments.isEmpty, local.alternatives.isEmpty else { return nil }
      if let value = local.value { return name(in: value, local.frame, depth: depth + 1) }
      guard case .parameter(let parameter, let body) = local.kind, let calls = program.callers(of: body),
        calls.count == 1, let value = calls[0].bindings(to: body.function?.parameters ?? [])?[parameter.name]
      else { return nil }
      return name(in: value, calls[0].frame, depth: depth + 1)
    default: return nil
    }
  }

  /// The unstable value that initializes a constant property.
  private func property(_ expression: Expression, _ frame: Frame, _ depth: Int) -> String? {
    guard let body = program.property(of: expression, in: frame), let property = body.property,
      property.isConstant, let value = property.value
    else { return nil }
    return name(in: value, body.frame, depth: depth + 1)
  }

  /// The functions whose result contains the values of their arguments.
  private static let compositions: Set<String> = ["String", "appending", "init", "stringWithFormat"]
  private static let members: Set<String> = [
    "globallyUniqueString", "hashValue", "processIdentifier", "systemUptime", "uptimeNanoseconds",
  ]
  private static let types: Set<String> = ["Date", "NSDate", "NSUUID", "UUID"]
  private static let functions: Set<String> = [
    "CACurrentMediaTime", "CFAbsoluteTimeGetCurrent", "arc4random", "arc4random_uniform", "drand48",
    "getpid", "mach_absolute_time", "random", "randomElement",
  ]
}
