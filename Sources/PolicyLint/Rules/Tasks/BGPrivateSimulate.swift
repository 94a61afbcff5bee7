internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax
internal import Quantities

extension Rule {
  static let bgPrivateSimulate = Rule(
    "BGP248", "bg-private-simulate", .tasks, .error,
    summary: "The debugger's private methods for simulating launches, in code that ships",
    why: """
      They are for debugging only, and an app that refers to them is rejected. Comments and code inside #if \
      DEBUG do not ship.
      """,
    guide: RuleGuide(
      symptom: "App Review can reject the app.",
      swift: """
        #if DEBUG
          // Code that refers to _simulateLaunchForTaskWithIdentifier:
        #endif
        """,
      related: ["code-private-selector"]),
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
    check: .policy { _, context in
      // If the app's code was read, a rule about code reports the call itself.
      if case .success? = context.appFiles.app { return [] }
      return context.appFiles.code.flatMap { folder in
        ((try? folder.files.get()) ?? []).flatMap { file in
          simulations(in: file.bytes).map { line, method in
            context.diagnostic(
              at: .value(folder.named.node),
              "\(file.name):\(line) refers to \(method), which is for debugging only",
              help: "remove it, or put it inside #if DEBUG; `bgpolicy compile` writes commands for LLDB")
          }
        }
      }
    }
  )

  private static let simulatingMethods = [
    "_simulateLaunchForTaskWithIdentifier", "_simulateExpirationForTaskWithIdentifier",
  ]

  /// Whether a file of code contains the name of a simulating method, even in a comment.
  static func mayBeSimulated(in code: [UInt8]) -> Bool {
    simulatingMethods.contains { code.contains(sequence: $0) }
  }

  /// The lines of a file that contain the name of a simulating method, each with the name.
  private static func simulations(in bytes: [UInt8]) -> [(line: Int, method: String)] {
    // Hardly any file contains the name of a simulating method, and splitting a file into lines is slow.
    guard mayBeSimulated(in: bytes) else { return [] }
    return ReleaseSource(bytes).lines.flatMap { line in
      simulatingMethods.filter { line.text.contains(sequence: $0) }.map { (line.number, $0) }
    }
  }
}
