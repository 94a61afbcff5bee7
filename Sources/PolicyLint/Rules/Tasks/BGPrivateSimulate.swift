internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgPrivateSimulate = Rule(
    "BGP248", "bg-private-simulate", .error,
    summary: "The debugger's private methods that simulate launches, in code that ships",
    why: """
      They are for the debugger alone, and an app that refers to them is rejected. Comments and what is below \
      #if DEBUG do not ship.
      """,
    citations: [.developmentSimulation],
    triggers: [
      .withCode(
        """
        app: { name: Example, bundleIdentifier: com.example, sources: [«App»] }
        """, in: "App/Launch.swift",
        "BGTaskScheduler.shared.perform(Selector((\"_simulateLaunchForTaskWithIdentifier:\")))")
    ],
    passes: [
      .withCode(
        """
        app: { name: Example, bundleIdentifier: com.example, sources: [App] }
        """, in: "App/Launch.swift",
        "// In LLDB: e -l objc -- (void)[[BGTaskScheduler sharedScheduler] _simulateLaunchForTaskWithIdentifier:@\"a\"]"
      )
    ],
    check: .policy { policy, context in
      guard let folders = policy.app?.value.sources?.value else { return [] }
      return folders.flatMap { folder in
        var diagnostics: [Diagnostic] = []
        policy.readCode(in: folder) { file in
          for (line, method) in simulations(in: file.bytes) {
            diagnostics.append(
              context.diagnostic(
                at: .value(folder.node), "\(file.name):\(line) refers to \(method), which is the debugger's",
                help: "take it out, or put it below #if DEBUG; `bgpolicy compile` writes commands for LLDB"))
          }
        }
        return diagnostics
      }
    }
  )

  private static let simulatingMethods = [
    "_simulateLaunchForTaskWithIdentifier", "_simulateExpirationForTaskWithIdentifier",
  ]

  /// The lines of a file on which a simulating method stands, and which.
  private static func simulations(in bytes: [UInt8]) -> [(line: Int, method: String)] {
    // Hardly any file has one, and taking a file apart is slow.
    guard simulatingMethods.contains(where: { bytes.contains($0) }) else { return [] }
    return ReleaseSource(bytes).lines.flatMap { line in
      simulatingMethods.filter { line.text.contains($0) }.map { (line.number, $0) }
    }
  }
}

extension [UInt8] {
  /// Whether a text's bytes are among them, one after the other.
  fileprivate func contains(_ text: String) -> Bool {
    let text = Array(text.utf8)
    guard let first = text.first else { return true }
    return withUnsafeBufferPointer { bytes in
      var start = bytes.startIndex
      while let index = bytes[start...].firstIndex(of: first) {
        if bytes[index...].starts(with: text) { return true }
        start = index + 1
      }
      return false
    }
  }
}
