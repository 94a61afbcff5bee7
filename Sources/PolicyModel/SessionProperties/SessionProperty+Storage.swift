internal import Quantities

extension SessionProperty {
  /// Access to a stored property of a session: `{ $1(&$0.isDiscretionary) }`.
  ///
  /// This is not a key path, because making a key path at run time takes tens of thousands of instructions, and every lint
  /// reads the table.
  typealias Access<Stored> = @Sendable (inout Policy.Session, (inout Stored) -> Void) -> Void

  /// The stored property of an entry, regardless of its type.
  struct Storage: Sendable {
    fileprivate let stored: any StoredSessionProperty
    /// Makes the property's key. The compiler specializes this closure for the property's type, because every lint reads
    /// values with the key.
    fileprivate let makeKey: MakeKey
  }

  fileprivate typealias MakeKey =
    @Sendable (
      _ name: StaticString, _ documentation: @escaping @Sendable () -> KeyDocumentation
    ) -> Key<Policy.Session>
}

extension SessionProperty.Storage {
  /// A property with a default that `Session` declares.
  static func setting<Value>(
    _ type: SessionPropertyType<Value>, isAlwaysSet: Bool = false,
    _ access: @escaping SessionProperty.Access<Setting<Value>>
  ) -> Self {
    Self(stored: StoredSetting(type: type, isAlwaysSet: isAlwaysSet, access: access)) { name, documentation in
      Key(name, type.shape, documentation: documentation) { session, value in
        access(&session) { $0.written = value }
      }
    }
  }

  /// A property without a default in `Session`, which has a value only if the policy sets the property.
  static func optional<Value>(
    _ type: SessionPropertyType<Value>, _ access: @escaping SessionProperty.Access<Located<Value>?>
  ) -> Self {
    Self(stored: StoredOptional(type: type, access: access)) { name, documentation in
      Key(name, type.shape, documentation: documentation) { session, value in
        access(&session) { $0 = value }
      }
    }
  }

  /// A network switch that the policy may leave to the app, and that requests also have.
  static func network(
    _ access: @escaping SessionProperty.Access<Setting<Bool>>,
    request: @escaping @Sendable (Policy.Transfer) -> Located<Bool>?
  ) -> Self {
    Self(stored: StoredNetworkSwitch(access: access, request: request)) { name, documentation in
      Key(name, .runtimeBool, documentation: documentation) { session, value in
        switch value.value {
        case .fixed(let isOn): access(&session) { $0.written = Located(isOn, at: value.node) }
        case .runtime(let initial):
          var isOn = false
          access(&session) { setting in
            if let initial { setting = Setting(initial) }
            isOn = setting.value
          }
          session.runtimeSwitches.append(RuntimeSwitch(name: name, initial: isOn, node: value.node))
        }
      }
    }
  }

  /// The default that `Session` declares, as written in a policy.
  var declaredDefault: String? { stored.declaredDefault }

  /// The end of the description of the property's key.
  var summarySuffix: String { stored.summarySuffix }

  func key(
    _ name: StaticString, _ documentation: @escaping @Sendable () -> KeyDocumentation
  ) -> Key<Policy.Session> {
    makeKey(name, documentation)
  }

  func value(of name: StaticString, in session: inout Policy.Session) -> SessionPropertyValue? {
    stored.value(of: name, in: &session)
  }

  func isEqual(_ name: StaticString, in one: inout Policy.Session, and other: inout Policy.Session) -> Bool {
    stored.isEqual(name, in: &one, and: &other)
  }

  func networkSwitch(_ name: StaticString) -> NetworkSwitch? { stored.networkSwitch(name) }
}

private protocol StoredSessionProperty: Sendable {
  var declaredDefault: String? { get }
  var summarySuffix: String { get }
  func value(of name: StaticString, in session: inout Policy.Session) -> SessionPropertyValue?
  func isEqual(_ name: StaticString, in one: inout Policy.Session, and other: inout Policy.Session) -> Bool
  func networkSwitch(_ name: StaticString) -> NetworkSwitch?
}

extension StoredSessionProperty {
  var summarySuffix: String { "" }
  func networkSwitch(_ name: StaticString) -> NetworkSwitch? { nil }
}

private struct StoredSetting<Value: Sendable>: StoredSessionProperty {
  let type: SessionPropertyType<Value>
  /// Whether generated code sets the property of a background session even if the policy omits the property.
  let isAlwaysSet: Bool
  let access: SessionProperty.Access<Setting<Value>>

  var declaredDefault: String? {
    var session = Policy.Session(name: .unnamed)
    var text: String?
    access(&session) { text = type.text($0.implied) }
    return text
  }

  func value(of name: StaticString, in session: inout Policy.Session) -> SessionPropertyValue? {
    let node = session.name.node
    let isSet = isAlwaysSet && session.isBackground
    var value: Located<Value>?
    access(&session) { value = $0.written ?? (isSet ? Located($0.value, at: node) : nil) }
    return value.map(type.generated)
  }

  func isEqual(_ name: StaticString, in one: inout Policy.Session, and other: inout Policy.Session) -> Bool {
    var isEqual = false
    access(&one) { one in access(&other) { isEqual = type.areEqual(one.value, $0.value) } }
    return isEqual
  }
}

private struct StoredOptional<Value: Sendable>: StoredSessionProperty {
  let type: SessionPropertyType<Value>
  let access: SessionProperty.Access<Located<Value>?>

  var declaredDefault: String? { nil }

  func value(of name: StaticString, in session: inout Policy.Session) -> SessionPropertyValue? {
    var value: Located<Value>?
    access(&session) { value = $0 }
    return value.map(type.generated)
  }

  func isEqual(_ name: StaticString, in one: inout Policy.Session, and other: inout Policy.Session) -> Bool {
    var isEqual = false
    access(&one) { one in
      access(&other) { other in
        isEqual =
          switch (one?.value, other?.value) {
          case (nil, nil): true
          case (let one?, let other?): type.areEqual(one, other)
          case (let value?, nil), (nil, let value?): type.isLikeNone(value)
          }
      }
    }
    return isEqual
  }
}

private struct StoredNetworkSwitch: StoredSessionProperty {
  let access: SessionProperty.Access<Setting<Bool>>
  let request: @Sendable (Policy.Transfer) -> Located<Bool>?

  var declaredDefault: String? {
    var session = Policy.Session(name: .unnamed)
    var text: String?
    access(&session) { text = "\($0.implied)" }
    return text
  }

  var summarySuffix: String {
    """
     `runtime` makes it a member of the generated settings, for a person's choice; { runtime: false } also sets \
    the value until the app sets another, which the estimate assumes.
    """
  }

  func value(of name: StaticString, in session: inout Policy.Session) -> SessionPropertyValue? {
    if let decided = session.runtimeSwitch(name) { return .runtime(decided.node) }
    var value: SessionPropertyValue?
    access(&session) { value = $0.written.map { .literal("\($0.value)") } }
    return value
  }

  func isEqual(_ name: StaticString, in one: inout Policy.Session, and other: inout Policy.Session) -> Bool {
    guard one.isRuntime(name) == other.isRuntime(name) else { return false }
    var isEqual = false
    access(&one) { one in access(&other) { isEqual = one.value == $0.value } }
    return isEqual
  }

  func networkSwitch(_ name: StaticString) -> NetworkSwitch? {
    NetworkSwitch(name: name, access: access, request: request)
  }
}
