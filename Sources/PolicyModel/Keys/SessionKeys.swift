internal import JSON

extension SessionInstances {
  static let keys = KeyTable(
    "instances", { SessionInstances() },
    [
      Key(
        "per", .swiftTypeName, required: true,
        "The value for which there is one session each, such as account; the identifier contains {account}."
      ) { $0.per = $1 },
      Key("atMost", .int(1...1_000), required: true, "The most sessions that there are, such as 3.") {
        $0.atMost = $1
      },
    ])
}

extension Policy.Session {
  static let keys = keys(with: SessionProperty.all)

  /// The keys of a session with the given properties, ordered by topic.
  static func keys(with properties: [SessionProperty]) -> KeyTable<Policy.Session> {
    var keys = identityKeys
    for topic in SessionProperty.Topic.allCases {
      for index in properties.indices where properties[index].topic == topic {
        keys.append(properties[index].key)
      }
    }
    return KeyTable(
      "session", { Policy.Session(name: .unnamed) }, keys,
      sample: "{ identifier: com.example.photos.library }", note: { $0.writtenKeys = $1 })
  }

  private static let identityKeys: [Key<Policy.Session>] = [
    Key(
      "type", .word(SessionType.self), default: "background",
      "The kind of configuration: URLSessionConfiguration.background(withIdentifier:), .default or .ephemeral."
    ) { $0.type.written = $1 },
    Key(
      "identifier", .sessionIdentifier,
      """
      The identifier of a background session: a fixed string, unique in the app and its extensions. { runtime: \
      "com.example.album.{album}" } is one that the app composes; the generated code then takes its part in braces.
      """
    ) {
      $0.identifier = $1
      // A composed identifier describes several sessions, and their number is unknown.
      guard $1.value.isRuntime, $0.instances == nil else { return }
      let placeholder = Identifier.runtime($1.value.written).placeholder
      let instances = SessionInstances(per: Located(placeholder, at: $1.node))
      $0.instances = Located(instances, at: $1.node)
    },
    Key(
      "instances", .mapping(SessionInstances.keys),
      """
      Declares several sessions, such as { per: account, atMost: 3 } with the identifier \
      com.example.library.{account}. In generated code the identifier and the configuration take the value. The \
      estimate counts all of them as one session.
      """
    ) { $0.instances = $1 },
    Key(
      "target", .string, default: "app", "The process that owns the session: `app`, or the name of a target."
    ) { $0.target.written = $1 },
    .platforms("On the others, the generated code leaves the session out. The estimate ignores it.") {
      $0.platforms = $1
    },
  ]
}
