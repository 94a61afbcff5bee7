internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let codeActivityEndsEarly = Rule(
    "BGP810", "code-activity-ends-early", .code, .warning, .stated,
    summary: "An expiring activity whose closure returns before its work is done",
    why: """
      performExpiringActivity keeps the process from being suspended until its closure returns. Work that the closure only starts gets \
      no time.
      """,
    guide: RuleGuide(
      symptom: "The work stops as soon as the app or extension is in the background.",
      swift: """
        ProcessInfo.processInfo.performExpiringActivity(withReason: "Upload") { isExpired in
          guard !isExpired else { return cancel() }
          let isDone = DispatchSemaphore(value: 0)
          upload { isDone.signal() }
          isDone.wait()
        }
        """,
      related: ["uitask-ended-early"]),
    citations: [.expiringActivityNotes, .expiringActivityReference],
    triggers: [
      .withApp(
        RuleExample.library,
        """
        import Foundation

        public func send(_ request: URLRequest) {
          ProcessInfo.processInfo.performExpiringActivity(withReason: "Upload") { isExpired in
            guard !isExpired else { return }
            «URLSession.shared.dataTask»(with: request) { _, _, _ in log() }.resume()
          }
        }
        """)
    ],
    passes: [
      .withApp(
        RuleExample.library,
        """
        import Foundation

        public func send(_ request: URLRequest) {
          ProcessInfo.processInfo.performExpiringActivity(withReason: "Upload") { isExpired in
            guard !isExpired else { return cancel() }
            let isDone = DispatchSemaphore(value: 0)
            URLSession.shared.dataTask(with: request) { _, _, _ in isDone.signal() }.resume()
            isDone.wait()
          }
        }
        """),
      .withApp(
        RuleExample.library,
        """
        import Foundation

        public func save(_ data: Data) {
          ProcessInfo.processInfo.performExpiringActivity(withReason: "Save") { isExpired in
            if !isExpired { store(data) }
          }
        }
        """),
    ],
    check: .facts([.expiringActivity]) { fact, code, _, context in
      guard let start = fact.stated(.completesAtOnce) else { return nil }
      return context.diagnostic(
        at: start.location, in: code,
        "The activity ends before this work: it lasts until its closure returns",
        help: "let the closure wait for the work", related: [(fact.location, "the activity")])
    }
  )
}
