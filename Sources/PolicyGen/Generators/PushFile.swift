internal import JSON
internal import PlatformFacts
internal import PolicyModel

/// The file that tells the server how to send the silent pushes.
enum PushFile {
  /// The file; `nil` for a policy without pushes.
  static func file(of policy: Policy, _ target: GenerationTarget) -> GeneratedFile? {
    guard !policy.pushes.isEmpty else { return nil }
    let pushes = policy.pushes.map { push in
      JSONMember(
        push.name.value,
        .object([
          JSONMember("headers", headers(of: push, in: policy)),
          JSONMember("payload", payload(of: push, isOnly: policy.pushes.count == 1)),
        ]))
    }
    let json = JSONValue.object([
      JSONMember("about", .string(target.provenance.lines.joined(separator: " "))),
      JSONMember("rule", .string(PlatformFacts.pushRequest.sentence)), JSONMember("pushes", .object(pushes)),
    ])
    return GeneratedFile(path: "\(target.name)Pushes.json", text: json.prettyText + "\n")
  }

  /// The headers that a background push has to have, then the policy's own others.
  private static func headers(of push: Push, in policy: Policy) -> JSONValue {
    let topic = push.header("apns-topic")?.value.value ?? policy.app?.value.bundleIdentifier?.value ?? ""
    let fixed = [
      ("apns-push-type", "background"), ("apns-priority", "\(PlatformFacts.pushPriority.value)"),
      ("apns-topic", topic),
    ]
    let others = (push.headers?.value ?? []).filter { header in
      !fixed.contains { $0.0 == header.name.lowercased() }
    }
    return .object(
      fixed.map { JSONMember($0.0, .string($0.1)) }
        + others.map { JSONMember($0.name, .string($0.value.value)) })
  }

  /// The policy's payload, with what makes the push silent and, of several pushes, what tells them apart.
  private static func payload(of push: Push, isOnly: Bool) -> JSONValue {
    var members: [JSONMember] = []
    if case .object(let own)? = push.payload?.value.json { members = own }
    if !members.contains(where: { $0.name == "aps" }) {
      members.insert(JSONMember("aps", .object([JSONMember("content-available", 1)])), at: 0)
    }
    if !isOnly {
      members.removeAll { $0.name == PushHandling.discriminator }
      members.append(JSONMember(PushHandling.discriminator, .string(push.name.value)))
    }
    return .object(members)
  }
}
