internal import AppFacts

/// The bundle of the process, and its identifier.
extension Evaluator {
  /// The identifier of the process's bundle, which build settings decide.
  static let bundleIdentifier = "$(PRODUCT_BUNDLE_IDENTIFIER)"

  func bundleIdentifier(at location: FactLocation) -> Value {
    Value(content: .string(Self.bundleIdentifier), resolution: .expression, location: location)
  }

  /// Whether an expression is the bundle of the process; `nil` means `self`.
  func isMainBundle(_ expression: Expression?, in frame: Frame, depth: Int = 0) -> Bool {
    let isSelf = isInMainBundle && frame.body.types == ["Bundle"]
    guard let core = expression?.core else { return isSelf }
    switch core.form {
    case .name("self"): return isSelf
    case .name(let name):
      guard depth < 4, let local = frame.local(name), case .constant = local.kind, local.assignments.isEmpty,
        let value = local.value
      else { return false }
      return isMainBundle(value, in: local.frame, depth: depth + 1)
    default: return core.path.map { $0 == ["Bundle", "main"] || $0 == ["NSBundle", "main"] } ?? false
    }
  }

  /// The value of a member of the process's bundle; `nil` for an unknown member.
  func bundleMember(_ name: String, in frame: Frame, at location: FactLocation) -> Value? {
    if name == "bundleIdentifier" { return bundleIdentifier(at: location) }
    let found = program.properties(named: name, of: ["Bundle"], from: frame.body.file)
    guard !found.isEmpty else { return nil }
    var inner = self
    inner.isInMainBundle = true
    return inner.properties(found, at: location)
  }

  /// The value of `infoDictionary["CFBundleIdentifier"]`; `nil` for any other element.
  func bundleElement(_ base: Expression, _ arguments: [Argument], in frame: Frame, at location: FactLocation)
    -> Value?
  {
    let bundle: Expression?
    switch base.core.form {
    case .name("infoDictionary"): bundle = nil
    case .member(let inner?, "infoDictionary"): bundle = inner
    default: return nil
    }
    guard isMainBundle(bundle, in: frame), arguments.count == 1, let key = arguments.first?.value,
      value(key, in: frame).string == "CFBundleIdentifier"
        || key.core.path == ["kCFBundleIdentifierKey"]
    else { return nil }
    return bundleIdentifier(at: location)
  }
}
