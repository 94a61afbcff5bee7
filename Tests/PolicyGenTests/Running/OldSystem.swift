/// Generated code on systems that lack what came later.
enum OldSystem {
  /// Code that asks the fake device where it would ask the system.
  static func asked(by code: String) -> String {
    let asking = code.replacing(/#available\(([^)]*)\)/) { match in
      "FakeSystem.shared.isAvailable(\"\(match.1)\")"
    }
    return asking == code ? code : "import FakeDevice\n" + asking
  }
}
