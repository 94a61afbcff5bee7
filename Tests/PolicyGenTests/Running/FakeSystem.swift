/// The system that generated code runs on in the tests.
enum FakeSystem {
  /// Code that asks the fake device which system it has: on Linux `#available` is always true.
  ///
  /// One program can then run on the newest system and on the oldest.
  static func asked(by code: String) -> String {
    let asking = code.replacing(/#available\(([^)]*)\)/) { match in
      "FakeSystem.shared.isAvailable(\"\(match.1)\")"
    }
    return asking == code ? code : "import FakeDevice\n" + asking
  }
}
