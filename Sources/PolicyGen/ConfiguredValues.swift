internal import PolicyModel
internal import PropertyList

/// The texts of the generated code that differ between build configurations.
struct ConfiguredValues {
  /// A configuration that generated code can distinguish from the other configurations.
  struct Configuration {
    /// The name in Xcode. `nil` for all configurations that the policy does not name.
    let name: String?
    /// The name of the configuration's case in Swift, without backticks.
    let swiftName: String
    /// The bundle identifiers of the app and its targets that no earlier configuration has.
    let bundleIdentifiers: [String]
    fileprivate let index: Int
  }

  /// A string that differs between configurations.
  struct Value {
    /// The summary of the string's documentation.
    let summary: String
    /// The string's name in Swift.
    let swiftName: String
    /// The string in each configuration.
    let texts: [String]
  }

  /// The name in Swift of the bundle identifier in the app's record.
  static let recordedApp = "recordedApp"

  /// The configurations. The first is the configuration for unknown bundle identifiers.
  let configurations: [Configuration]
  /// The strings in the policy's order. Empty if no string differs.
  private(set) var values: [Value] = []
  private var byNode: [PolicyNode: Int] = [:]

  init(_ policy: Policy) {
    configurations = policy.variants.isEmpty ? [] : Self.configurations(of: policy)
    guard configurations.count > 1 else { return }
    add(
      "The bundle identifier in the record.", as: Self.recordedApp, in: policy,
      at: policy.app?.value.bundleIdentifier?.node
    ) {
      $0.app?.value.bundleIdentifier?.value
    }
    for (index, session) in policy.sessions.enumerated() { add(session, at: index, in: policy) }
    for (index, task) in policy.tasks.enumerated() where !task.isOfDependency {
      add(task, at: index, in: policy)
    }
    for (index, transfer) in policy.transfers.enumerated()
    where TransferEndpoints.isWritten(transfer, of: policy) { add(transfer, at: index, in: policy) }
    for (index, task) in policy.backgroundTasks.enumerated() {
      let name = SwiftName.of(task.name.value) ?? "_"
      add(
        "The name of the background task \(Self.quoted(task.name)).", as: "\(name)BackgroundTaskName",
        in: policy,
        at: task.taskName?.node
      ) { $0.backgroundTasks[index].taskName?.value }
    }
  }

  /// The value in Swift for a string of the policy. `nil` if the string is equal in all configurations.
  func value(at node: PolicyNode) -> Value? { byNode[node].map { values[$0] } }

  // MARK: - Collecting

  private mutating func add(_ session: Policy.Session, at index: Int, in policy: Policy) {
    let name = SwiftName.of(session.name.value) ?? "_"
    let quoted = Self.quoted(session.name)
    add(
      "The identifier of the session \(quoted).", as: "\(name)SessionIdentifier", in: policy,
      at: session.identifier?.node
    ) { $0.sessions[index].identifier?.value.text }
    add(
      "The shared container of the session \(quoted).", as: "\(name)SessionContainer", in: policy,
      at: session.sharedContainerIdentifier?.node
    ) { $0.sessions[index].sharedContainerIdentifier?.value }
    for (number, header) in (session.httpAdditionalHeaders?.value ?? []).enumerated() {
      add(
        "The header `\(SwiftText.comment(header.name))` of the session \(quoted).",
        as: "\(name)SessionHeader\(number + 1)", in: policy, at: header.value.node
      ) { $0.sessions[index].httpAdditionalHeaders?.value[number].value.value }
    }
  }

  private mutating func add(_ task: TaskRequest, at index: Int, in policy: Policy) {
    let name = SwiftName.of(task.name.value) ?? "_"
    let quoted = Self.quoted(task.name)
    add(
      "The identifier of the task \(quoted).", as: "\(name)TaskIdentifier", in: policy,
      at: task.identifier?.node
    ) { $0.tasks[index].identifier?.value.text }
    add("The title of the task \(quoted).", as: "\(name)TaskTitle", in: policy, at: task.title?.node) {
      $0.tasks[index].title?.value
    }
    add("The subtitle of the task \(quoted).", as: "\(name)TaskSubtitle", in: policy, at: task.subtitle?.node)
    {
      $0.tasks[index].subtitle?.value
    }
  }

  private mutating func add(_ transfer: Policy.Transfer, at index: Int, in policy: Policy) {
    add(
      "The server of the transfer \(Self.quoted(transfer.name)).",
      as: "\(SwiftName.of(transfer.name.value) ?? "_")TransferEndpoint", in: policy,
      at: transfer.endpoint?.node
    ) { $0.transfers[index].endpoint?.value }
  }

  private mutating func add(
    _ summary: String, as swiftName: String, in policy: Policy, at node: PolicyNode?,
    _ text: (Policy) -> String?
  ) {
    guard let node else { return }
    let variants = policy.allVariants
    let texts = configurations.map { text(variants[$0.index]) ?? "" }
    guard texts.contains(where: { !$0.isExactly(texts[0]) }) else { return }
    byNode[node] = values.count
    values.append(Value(summary: summary, swiftName: swiftName, texts: texts))
  }

  private static func quoted(_ name: Located<String>) -> String { "`\(SwiftText.comment(name.value))`" }

  // MARK: - Configurations

  private static func configurations(of policy: Policy) -> [Configuration] {
    let processes = [Policy.Target.app] + policy.targets.map(\.name.value)
    var known: [String] = []
    var names: [String] = []
    var result: [Configuration] = []
    for (index, variant) in policy.allVariants.enumerated() {
      var own: [String] = []
      for identifier in processes.compactMap({ variant.bundleIdentifier(of: $0) })
      where !known.contains(identifier) && !own.contains(identifier) { own.append(identifier) }
      known += own
      // Code can't distinguish a configuration without a bundle identifier of its own from an earlier
      // configuration.
      guard index == 0 || !own.isEmpty else { continue }
      let configuration = policy.buildSettings.configurations[index]
      let swiftName = swiftName(of: configuration.name, besides: names)
      names.append(swiftName)
      result.append(
        Configuration(
          name: configuration.name, swiftName: swiftName, bundleIdentifiers: own, index: index))
    }
    return result
  }

  /// The name in Swift, such as `debug` for Debug. If the name is taken, another name.
  private static func swiftName(of name: String?, besides taken: [String]) -> String {
    let plain = name.map { SwiftName.of($0) ?? "configuration" } ?? "other"
    let small = plain.prefix(1).lowercased() + plain.dropFirst()
    var result = SwiftName.of(small) ?? small
    while taken.contains(result) || ["current", "hashValue"].contains(result) { result += "_" }
    return result
  }
}
