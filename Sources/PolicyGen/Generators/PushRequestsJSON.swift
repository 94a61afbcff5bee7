internal import JSON
internal import PlatformFacts
internal import PolicyModel

/// The file with the server's requests for the pushes whose headers the policy declares.
enum PushRequestsJSON {
  /// The file. `nil` if no push has headers.
  static func file(of policy: Policy, in context: GenerationContext) -> GeneratedFile? {
    let described = policy.pushes.filter { $0.headers != nil }
    guard !described.isEmpty else { return nil }
    let pushes = described.map { push in
      JSONMember(
        push.name.value,
        .object(
          [JSONMember("headers", headers(of: push, in: policy))] + otherConfigurations(of: push, in: policy)
            + [JSONMember("payload", payload(of: push))]))
    }
    let json = JSONValue.object([
      JSONMember("about", .string(context.provenance.lines.joined(separator: " "))),
      JSONMember("rule", .string(PlatformFacts.pushRequest.sentence)), JSONMember("pushes", .object(pushes)),
    ])
    return GeneratedFile(path: "\(context.name)Pushes.json", text: json.prettyText + "\n")
  }

  /// The headers that the push must have, followed by the other headers in the policy.
  private static func headers(of push: Policy.Push, in policy: Policy) -> JSONValue {
    // Pushes for other services have a topic and a priority of their own.
    if push.isForAnotherService {
      return .object((push.headers?.value ?? []).map { JSONMember($0.name, .string($0.value.value)) })
    }
    let topic = push.header("apns-topic")?.value.value ?? policy.app?.value.bundleIdentifier?.value ?? ""
    var fixed = [("apns-push-type", push.isAlert ? "alert" : "background")]
    // An alert may have any priority. The default is the highest priority.
    if !push.isAlert { fixed.append(("apns-priority", "\(PlatformFacts.pushPriority.value)")) }
    fixed.append(("apns-topic", topic))
    let others = (push.headers?.value ?? []).filter { header in
      !fixed.contains { $0.0 == header.name.lowercased() }
    }
    return .object(
      fixed.map { JSONMember($0.0, .string($0.1)) }
        + others.map { JSONMember($0.name, .string($0.value.value)) })
  }

  /// The headers of each further configuration in which they differ, for example in the topic.
  private static func otherConfigurations(of push: Policy.Push, in policy: Policy) -> [JSONMember] {
    let usual = headers(of: push, in: policy)
    let configurations = zip(policy.buildSettings.configurations.dropFirst(), policy.variants)
    let others = configurations.compactMap { configuration, variant -> JSONMember? in
      guard let push = variant.pushes.first(where: { $0.name == push.name }), let name = configuration.name
      else { return nil }
      let own = headers(of: push, in: variant)
      return own == usual ? nil : JSONMember(name, own)
    }
    return others.isEmpty ? [] : [JSONMember("headersByConfiguration", .object(others))]
  }

  /// The policy's payload, with the members that make the push silent and the members that identify the push.
  private static func payload(of push: Policy.Push) -> JSONValue {
    var members: [JSONMember] = []
    if case .object(let own)? = push.payload?.value.json { members = own }
    if push.wakesTheApp, !push.isAlert, !members.contains(where: { $0.name == "aps" }) {
      members.insert(JSONMember("aps", .object([JSONMember("content-available", 1)])), at: 0)
    }
    for member in push.match?.value ?? [] where !members.contains(where: { $0.name == member.name }) {
      members.append(JSONMember(member.name, member.value.value))
    }
    return .object(members)
  }
}
