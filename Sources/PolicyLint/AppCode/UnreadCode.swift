package import AppFacts
package import PolicyModel
internal import PolicySyntax

/// The unread parts of the app that is compared with a policy.
package struct UnreadCode: Sendable {
  /// The reason why no code was read. `nil` if code of the app was read.
  package private(set) var reason: String?
  /// The files and folders that were not read completely, sorted by path.
  package private(set) var files: [UnreadFact] = []

  /// The files of build settings that were not read, sorted by path.
  private(set) var settings: [UnreadFact] = []

  /// The unread parts of the app of a reading. Empty if the reading has no app.
  package init(in reading: PolicyReading) {
    switch reading.appFiles.app {
    case nil: break
    case .failure(let problem): reason = problem.reason
    case .success(let app):
      guard let policy = reading.policy else { break }
      files = ReleaseCode(app, of: policy).unread
      settings = app.facts.unread.filter { fact in
        // Flutter writes its settings before each build, and defines no names for code.
        fact.location.file.hasSuffix(".xcconfig") && !fact.isRefused && !fact.leavesOutCode
          && fact.location.line == 0 && !fact.location.file.hasSuffix("Generated.xcconfig")
      }
      if files.isEmpty, app.facts.lacksCode { reason = "no target other than tests compiles code" }
    }
  }
}

extension Linter {
  /// The findings about an app that was not read completely. These findings can't be suppressed.
  static func unreadCode(in reading: PolicyReading) -> [Finding] {
    guard let policy = reading.policy, reading.appFiles.app != nil else { return [] }
    let unread = UnreadCode(in: reading)
    let (span, path) = place(of: policy, in: reading)
    if let reason = unread.reason {
      return [
        Finding(
          of: .appNotRead, .error, at: span, path: path, "The app was not read: \(reason)",
          help: "nothing is known of its code, so no rule about code was checked")
      ]
    }
    return [
      finding(about: unread.files.filter(\.isRefused), .error, at: span, path: path),
      finding(about: unread.files.filter { !$0.isRefused }, .info, at: span, path: path),
      finding(aboutSettings: unread.settings, at: span, path: path),
    ].compactMap(\.self)
  }

  /// The finding about files of build settings. Such files decide which code a release compiles, and no rule depends on them alone.
  private static func finding(aboutSettings unread: [UnreadFact], at span: Span, path: String) -> Finding? {
    guard let first = unread.first else { return nil }
    let others = unread.count == 1 ? "" : ", and \(unread.count - 1) more"
    return Finding(
      of: .appNotRead, .info, at: span, path: path,
      "The build settings of \(first.location.file)\(others) were not read: \(first.reason)",
      help: "code under DEBUG counts as code for debugging, unless such a file defines DEBUG for a release")
  }

  /// The part of a policy that names the app's code: the sources, or else the app, or else the start of the
  /// policy.
  private static func place(of policy: Policy, in reading: PolicyReading) -> (Span, path: String) {
    guard let app = policy.app else { return (.start, "") }
    let node = app.value.sources?.node ?? app.node
    let context = RuleContext(of: reading, rule: Rule.appNotRead.name)
    return (reading.nodes.span(at: context.location(of: node)), reading.nodes.path(to: node))
  }

  /// The most files that a message names.
  private static let mostNames = 3

  /// The file, or the part of a project that may name code.
  private static func name(of unread: UnreadFact) -> String {
    guard unread.leavesOutCode else { return unread.location.file }
    let line = unread.location.line == 0 ? "" : ":\(unread.location.line)"
    if unread.location.file.hasSuffix(".plist") { return "\(unread.location.file)\(line)" }
    return "Code that \(unread.location.file)\(line) names"
  }

  private static func finding(
    about unread: [UnreadFact], _ severity: Severity, at span: Span, path: String
  ) -> Finding? {
    guard let first = unread.first else { return nil }
    let names = unread.prefix(mostNames).map { "\(name(of: $0)) (\($0.reason))" }
    let others = unread.count - names.count
    let noun = unread.contains(where: \.leavesOutCode) ? "parts" : "files"
    let message =
      unread.count == 1
      ? "\(name(of: first)) was not read: \(first.reason)"
      : "\(unread.count) \(noun) of the app were not read: \(names.joined(separator: ", "))"
        + (others > 0 ? " and \(others) more" : "")
    let rules = Catalog.rules.map(\.name).filter(Undecided.byUnreadCode.contains).map(\.text)
    return Finding(
      of: .appNotRead, severity, at: span, path: path, message,
      help: "nothing is known of the code there; not decided without it: \(rules.joined(separator: ", "))")
  }
}
