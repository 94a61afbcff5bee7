/// A switch that a policy sets, or leaves to the app.
package enum RuntimeBool: Hashable, Sendable {
  /// The policy sets the switch.
  case fixed(Bool)
  /// The app sets the switch at run time. Until then, the switch has this value; `nil` means Apple's default.
  case runtime(Bool?)
}

/// A property of a session that the app sets at run time, for example by a user's setting.
package struct RuntimeSwitch: Sendable {
  /// The property's name.
  package let name: StaticString
  /// The value until the app sets the property.
  package let initial: Bool
  /// The node of the value in the policy.
  package let node: PolicyNode
}

extension Policy.Session {
  /// The property with a name; `nil` if the app doesn't set the property at run time.
  package func runtimeSwitch(_ name: StaticString) -> RuntimeSwitch? {
    runtimeSwitches.first { $0.name.isEqual(to: name) }
  }

  /// Whether the app sets a property at run time.
  package func isRuntime(_ name: StaticString) -> Bool { runtimeSwitch(name) != nil }

  /// The additional headers whose values the app sets at run time.
  package var runtimeHeaders: [Header] { httpAdditionalHeaders?.value.filter(\.isRuntime) ?? [] }

  /// Whether the session's configuration depends on values from the app.
  package var takesRuntimeValues: Bool { !runtimeSwitches.isEmpty || !runtimeHeaders.isEmpty }
}

extension Header {
  /// Whether the app sets the value at run time, provided that the key supports values at run time.
  package var isRuntime: Bool { value.value == "runtime" }
}
