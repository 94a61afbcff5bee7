/// The system that generated code runs on in the tests.
enum FakeSystem {
  /// Code that asks the fake device which system it has: on Linux `#available` is always true.
  ///
  /// One program can then run on the newest system and on the oldest.
  /// Files are changed in steps, between which the process can end.
  static func asked(by code: String) -> String {
    let stepwise = code.replacing(/\.(removeItem|moveItem)\(at:/) { ".\($0.1)InSteps(at:" }
      .replacing("data.write(to:", with: "data.writeInSteps(to:")
    let asking = stepwise.replacing(/#available\(([^)]*)\)/) { match in
      "FakeSystem.shared.isAvailable(\"\(match.1)\")"
    }
    return asking == stepwise ? stepwise : "import FakeDevice\n" + asking
  }
}
