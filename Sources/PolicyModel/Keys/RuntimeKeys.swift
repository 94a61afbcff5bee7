internal import JSON
internal import PolicySyntax

extension Shape<RuntimeBool> {
  /// A switch, or the value or mapping that leaves the switch to the app.
  static var runtimeBool: Shape {
    let bool = Shape<Bool>.bool(
      expected: "true, false or runtime",
      help: "write runtime if the app decides it, or { runtime: false } with the value until then")
    let scalar = Shape(schema: ["anyOf": [bool.schema(), ["enum": ["runtime"]]]]) { node, lowering in
      if lowering.tree.isText(of: lowering.nodes.syntax(of: node), equalTo: "runtime") {
        return .runtime(nil)
      }
      return bool.lower(node, &lowering).map { .fixed($0) }
    }
    return .either(scalar, orMapping: .mapping(runtimeSwitchKeys))
  }

  /// The mapping that leaves a switch to the app, with its initial value.
  static var runtimeSwitchKeys: KeyTable<RuntimeBool> {
    KeyTable(
      "runtimeSwitch", { .runtime(nil) },
      [
        Key("runtime", .bool, required: true, "The value until the app sets another one, for example false.")
        {
          $0 = .runtime($1.value)
        }
      ])
  }
}
