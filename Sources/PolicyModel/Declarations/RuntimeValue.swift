/// A switch that a policy sets, or leaves to the app.
package enum RuntimeBool: Hashable, Sendable {
  /// The policy sets it.
  case fixed(Bool)
  /// The app decides it at run time; until then it has this value, or Apple's default.
  case runtime(Bool?)
}

/// A property of a session that the app decides at run time, such as by a setting of the person who uses it.
package struct RuntimeSwitch: Sendable {
  /// The property's name.
  package let name: StaticString
  /// The value until the app sets another.
  package let initial: Bool
  /// The value in the policy that leaves it to the app.
  package let node: PolicyNode
}

extension Session {
  /// The property of a name, if the app decides it at run time.
  package func runtimeSwitch(_ name: StaticString) -> RuntimeSwitch? {
    runtimeSwitches.first { $0.name.isEqual(to: name) }
  }

  /// Whether the app decides a property at run time.
  package func isRuntime(_ name: StaticString) -> Bool { runtimeSwitch(name) != nil }

  /// The additional headers whose values the app decides at run time.
  package var runtimeHeaders: [Header] { httpAdditionalHeaders?.value.filter(\.isRuntime) ?? [] }

  /// Whether its configuration takes anything from the app.
  package var takesRuntimeValues: Bool { !runtimeSwitches.isEmpty || !runtimeHeaders.isEmpty }
}

extension Header {
  /// Whether the app decides the value at run time, where that is possible.
  package var isRuntime: Bool { value.value == "runtime" }
}
