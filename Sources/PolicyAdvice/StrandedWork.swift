package import PlatformFacts
package import PolicyModel
package import Quantities

/// Work of an app's earlier version that is in progress on devices, and that a new policy no longer serves.
package struct StrandedWork: Equatable, Sendable {
  /// The change that strands the work.
  package enum Change: String, CaseIterable, Sendable {
    /// The app has a new bundle identifier, so that the system treats it as a different app.
    case appReplaced
    /// No task has the identifier, and the app's permitted identifiers don't include it.
    case taskRemoved
    /// The task with the identifier has a different type.
    case taskTypeChanged
    /// No background session has the identifier.
    case sessionRemoved
    /// The session with the identifier belongs to a different process.
    case sessionMoved
    /// The session with the identifier has different properties.
    case sessionReconfigured
  }

  /// The change that strands the work.
  package let change: Change
  /// The path of the work's declaration in the old policy, such as `sessions.library`.
  package let path: String
  /// The identifier under which the system knows the work.
  package let identifier: String
  /// The change and its effect, as a headline.
  package let message: String
  /// The longest time for which devices have the stranded work after the update; `nil` if nothing documents
  /// an end.
  package let longest: TimeSpan?
  /// The way out, without a full stop.
  package let help: String
  /// The statements about the platform from which the message follows.
  package let facts: [Fact<String>]

  /// The confidence in the least certain of the facts.
  package var confidence: Confidence { facts.map(\.confidence).max() ?? .assumed }

  /// Whether work is lost; otherwise the work is only done in the old way.
  package var isLoss: Bool { change != .sessionReconfigured }

  /// Whether the policy can declare that the app itself ends the work.
  package var canRetire: Bool { change == .taskRemoved || change == .sessionRemoved }

  /// The work that is stranded if the app removes a policy without a successor, in the order of the policy.
  package static func all(removing old: Policy) -> [StrandedWork] { all(from: old, to: Policy()) }

  /// The work that the update from one policy to another strands, in the order of the old policy.
  package static func all(from old: Policy, to new: Policy) -> [StrandedWork] {
    if let replaced = replacedApp(from: old, to: new) { return [replaced] }
    let successors = Successors(in: new)
    return old.tasks.compactMap { task(of: $0, in: successors) }
      + old.sessions.compactMap { session(of: $0, in: successors) }
  }
}

// MARK: - Apps

extension StrandedWork {
  private static func replacedApp(from old: Policy, to new: Policy) -> StrandedWork? {
    guard let before = old.app?.value.bundleIdentifier?.value,
      let after = new.app?.value.bundleIdentifier?.value, before != after
    else { return nil }
    return StrandedWork(
      change: .appReplaced, path: "app.bundleIdentifier", identifier: before,
      message:
        "The bundle identifier changes from \(before) to \(after), so the requests and transfers of the old app are not those of the new one",
      longest: nil, help: "keep the bundle identifier, if this is an update of the same app",
      facts: [Fact("A bundle identifier identifies one app", .documented, .bundleIdentifier)])
  }
}

extension StrandedWork {
  /// The text for a declaration that has a new identifier; `successor` is `nil` if no declaration has the old name.
  private static func change(to successor: Located<Identifier>?) -> String {
    successor.map { "is now \($0.value.text)" } ?? "is no longer declared"
  }
}

// MARK: - Tasks

extension StrandedWork {
  private static func task(of old: TaskRequest, in new: Successors) -> StrandedWork? {
    // A continued processing task begins while the app is open, and does not wait for a later version.
    guard let identifier = old.identifier?.value, let type = old.type?.value, type != .continuedProcessing
    else { return nil }
    let path = "tasks.\(old.name.value)"
    guard let task = new.task(identified: identifier.text) else {
      // An identifier that is still permitted, such as the identifier of a retired task, has a handler outside of the
      // policy.
      if new.permits(identifier.text) { return nil }
      let change = Self.change(to: new.task(named: old.name.value)?.identifier)
      return StrandedWork(
        change: .taskRemoved, path: path, identifier: identifier.text,
        message:
          "The task \(identifier.text) \(change), but devices have pending requests for it, whose launch ends an app without a handler",
        longest: nil,
        help:
          "keep the identifier in permittedIdentifiers and register a handler that completes the task, or cancel the request at the first launch, for some versions",
        facts: [PlatformFacts.requestOutlivesUpdate, PlatformFacts.launchWithoutHandler])
    }
    guard let newType = task.type?.value, newType != type else { return nil }
    return StrandedWork(
      change: .taskTypeChanged, path: path, identifier: identifier.text,
      message:
        "The task \(identifier.text) changes from \(type.rawValue) to \(newType.rawValue), but devices have pending requests of the old type, which launch the new handler",
      longest: nil,
      help:
        "accept both classes in the handler, or give the new task an identifier of its own and keep the old one",
      facts: [PlatformFacts.requestOutlivesUpdate, PlatformFacts.taskOfRequest])
  }
}

// MARK: - Sessions

extension StrandedWork {
  private static func session(of old: Policy.Session, in new: Successors) -> StrandedWork? {
    guard old.type.value == .background, let identifier = old.identifier?.value else { return nil }
    let path = "sessions.\(old.name.value)"
    let longest = old.timeoutIntervalForResource.value
    let candidates = new.sessions(identified: identifier.text)
    guard let session = candidates.first(where: { $0.target.value == old.target.value }) ?? candidates.first
    else {
      if new.retiresSession(identifier.text) { return nil }
      let change = Self.change(to: new.session(named: old.name.value)?.identifier)
      return StrandedWork(
        change: .sessionRemoved, path: path, identifier: identifier.text,
        message:
          "The background session \(identifier.text) \(change), but its transfers in progress go on, and nothing receives their results",
        longest: longest,
        help:
          "create the session with the old identifier at launch, for \(longest) after the update at least, and take its results or cancel its tasks",
        facts: [PlatformFacts.sessionRecreated])
    }
    guard session.target.value == old.target.value else {
      return StrandedWork(
        change: .sessionMoved, path: path, identifier: identifier.text,
        message:
          "The background session \(identifier.text) moves from \(old.target.value) to \(session.target.value), but its transfers in progress belong to the old process",
        longest: longest,
        help:
          "give the session in \(session.target.value) an identifier of its own, and keep the old one in \(old.target.value)",
        facts: [PlatformFacts.sessionInOneProcess, PlatformFacts.sessionRecreated])
    }
    let properties = changedProperties(from: old, to: session)
    guard !properties.isEmpty else { return nil }
    return StrandedWork(
      change: .sessionReconfigured, path: path, identifier: identifier.text,
      message:
        "The background session \(identifier.text) changes \(properties.joined(separator: ", ")), but its transfers in progress were submitted with the old values",
      longest: longest,
      help:
        "expect the new values for later transfers only; if all need them, use a new identifier and let the old session end",
      facts: [PlatformFacts.configurationCopied, PlatformFacts.sessionRecreated])
  }

  /// The names of the properties that differ and that background sessions do not ignore.
  private static func changedProperties(
    from old: Policy.Session, to new: Policy.Session
  ) -> [String] {
    var (old, new) = (old, new)
    return SessionProperty.all.filter { property in
      property.isCompared && !property.isEqual(in: &old, and: &new)
    }.map { "\($0.name)" }
  }
}
