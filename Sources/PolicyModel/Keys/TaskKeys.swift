internal import JSON
internal import PlatformFacts
internal import Quantities

extension TaskRequest {
  static let keys = KeyTable(
    "task", { TaskRequest(name: .unnamed) },
    [
      Key("type", .word(TaskType.self), required: true, "Which BGTaskRequest it is.") { $0.type = $1 },
      Key(
        "identifier", .identifier, required: true,
        "The identifier that it is registered and submitted under; for continued processing it may end in .*"
      ) { $0.identifier = $1 },
      Key(
        "owner", .word(Owner.self), default: "app",
        """
        Whose code registers, submits and handles it: the app's, or a dependency's (sdk). A dependency's task is linted, \
        counted in the limits and estimated, and no code is generated for it. Left out, it is sdk for the identifiers of \
        known dependencies: \(PlatformFacts.dependencyTasks.map(\.value.pattern).joined(separator: ", ")).
        """
      ) { $0.owner.written = $1 },
      Key(
        "earliestBegin", .earliestBegin,
        """
        The least time from submission to launch: earliestBeginDate, and no promise of a time. A duration such as 6h; \
        { at: "03:00" } for the next such time of the device's clock; { backoff: { from: 1d, factor: 2, atMost: 7d } } for \
        a wait that grows with each failure; or runtime, which makes it a parameter of the generated function and no wait \
        in the estimate.
        """
      ) { $0.earliestBegin = $1 },
      Key(
        "reschedule", .bool, default: false,
        """
        Whether the handler submits the next request first, as one request is one launch: the same as \
        submittedAt: [handlerStart].
        """
      ) { $0.reschedule.written = $1 },
      Key(
        "submittedAt", .list(of: .word(SubmissionMoment.self)),
        """
        When the app submits the request, such as [launch, handlerStart]. Generated code submits it by itself at launch, \
        enteringBackground, handlerStart (before the work), handlerEnd (after it) and failure (after work that failed); \
        userAction is the app's to call. Without it and reschedule, every submission is.
        """
      ) { $0.submittedAt = $1 },
      Key(
        "unlessPending", .bool, default: false,
        """
        Whether the app asks getPendingTaskRequests first and leaves a pending request as it is. A new request replaces \
        the old one, and its earliestBeginDate begins anew.
        """
      ) { $0.unlessPending.written = $1 },
      Key(
        "conditional", .bool, default: false,
        """
        Whether the app decides by a setting or a flag of its own: generated code then submits nothing by itself, and the \
        estimate is of a device on which the app does submit it.
        """
      ) { $0.conditional.written = $1 },
      .platforms("On the others, the generated code leaves the task out. The estimate ignores it.") {
        $0.platforms = $1
      },
      Key("expectedRuntime", .duration, "What the work takes.") { $0.expectedRuntime = $1 },
      Key(
        "cpuIntensive", .bool, default: false,
        "Whether the work keeps the CPU busy, as training or transcoding does."
      ) { $0.cpuIntensive.written = $1 },
      Key("startsTransfers", .list(of: .string), "The names of the transfers that its handler submits.") {
        $0.startsTransfers = $1
      },
      Key(
        "requiresExternalPower", .bool, default: false,
        "Whether a processing task waits for power, which also lifts the limit on its use of the CPU."
      ) { $0.requiresExternalPower.written = $1 },
      Key(
        "requiresNetworkConnectivity", .bool, default: false, "Whether a processing task waits for a network."
      ) { $0.requiresNetworkConnectivity.written = $1 },
      Key(
        "protectionTypeOfRequiredData", .word(FileProtection.self),
        "The strictest protection of the files that it reads; a health research request says so to the system."
      ) { $0.protectionTypeOfRequiredData = $1 },
      Key("title", .string, "What a continued processing task shows to the user.") { $0.title = $1 },
      Key("subtitle", .string, "What a continued processing task shows below its title.") {
        $0.subtitle = $1
      },
      Key(
        "strategy", .word(SubmissionStrategy.self), default: "queue",
        "What happens to a continued processing task that can't run at once."
      ) { $0.strategy.written = $1 },
      Key(
        "requiredResources", .list(of: .word(ProcessingResource.self)),
        "What a continued processing task can't do without."
      ) { $0.requiredResources = $1 },
      Key(
        "trigger", .word(TaskTrigger.self),
        "What makes the app submit it, for the linter: the estimate takes no notice."
      ) { $0.trigger = $1 },
      Key(
        "perDay", .number(0...1_000),
        "How many times a day a continued processing task is started, while the app is in the foreground."
      ) { $0.perDay = $1 },
    ],
    sample: "{ type: appRefresh, identifier: com.example.photos.refresh }", note: { $0.writtenKeys = $1 },
    check: { _, task, _ in task.owner = task.owner.implied(by: task.identifier) })
}

extension UIBackgroundTask {
  static let keys = KeyTable(
    "backgroundTask", { UIBackgroundTask(name: .unnamed) },
    [
      Key("name", .string, "The name that the debugger and logs show.") { $0.taskName = $1 },
      Key("expectedRuntime", .duration, "What the work takes.") { $0.expectedRuntime = $1 },
      Key("target", .string, default: "app", "The process that begins it: `app`, or the name of a target.") {
        $0.target.written = $1
      },
    ],
    note: { $0.writtenKeys = $1 })
}

extension Push {
  static let keys = KeyTable(
    "push", { Push(name: .unnamed) },
    [
      Key(
        "headers", .headers,
        """
        The headers of the request to APNs: apns-push-type, apns-priority, apns-topic and others. Left out, somebody else \
        sends the push: nothing is said of its headers, and no request is generated for a server.
        """
      ) { $0.headers = $1 },
      Key("payload", .pushPayload, "The JSON that the server sends, with its aps entry.") { $0.payload = $1 },
      Key(
        "match", .pushMatch,
        """
        Members of the payload, outside aps, that tell this push from the policy's others, such as { kind: sync }: \
        generated code calls its handler for a push that has them all. Left out, they are the members of payload whose \
        values differ from those of other pushes.
        """
      ) { $0.match = $1 },
      Key("perDay", .number(0...Quantity.mostPerDay), "How many the server sends to a device in a day.") {
        $0.perDay = $1
      },
      Key("expectedRuntime", .duration, "What its handler's work takes.") { $0.expectedRuntime = $1 },
      Key("startsTransfers", .list(of: .string), "The names of the transfers that its handler submits.") {
        $0.startsTransfers = $1
      },
    ],
    note: { $0.writtenKeys = $1 })
}

extension Shape<PushPayload> {
  fileprivate static var pushPayload: Shape {
    let schema: JSONValue = [
      "type": "object",
      "properties": [
        "aps": ["type": "object", "description": "What is the system's; content-available is 1."]
      ],
    ]
    return Shape(schema: schema) { node, lowering in
      var aps: Located<[PayloadMember]>?
      guard
        lowering.lowerFreeKeys(
          at: node,
          { name, node, lowering in
            if name == "aps" { aps = lowering.payloadMembers(at: node).map { Located($0, at: node) } }
            return name
          }) != nil
      else { return nil }
      return PushPayload(json: lowering.nodes.json(lowering.nodes.syntax(of: node)), aps: aps)
    }
  }
}

extension Shape<[PayloadMember]> {
  /// Members of a payload with values that can be compared.
  fileprivate static var pushMatch: Shape {
    let schema: JSONValue = [
      "type": "object", "minProperties": 1,
      "additionalProperties": ["type": ["string", "integer", "boolean"]],
    ]
    return Shape(schema: schema) { node, lowering in
      let members = lowering.lowerFreeKeys(at: node) { name, node, lowering -> PayloadMember? in
        let value = lowering.nodes.json(lowering.nodes.syntax(of: node))
        guard name != "aps", value.isConstant else {
          lowering.report(
            .policyBadValue, at: .value(node),
            name == "aps"
              ? "match tells pushes apart by members outside aps, which is the system's"
              : "match compares texts, whole numbers, true and false, and \(lowering.description(of: node)) is none",
            help: "write a member of the payload and its value, as { kind: sync }")
          return nil
        }
        return PayloadMember(name: name, value: Located(value, at: node))
      }
      guard let members, !members.isEmpty else { return nil }
      return members
    }
  }
}

extension Lowering {
  fileprivate mutating func payloadMembers(at node: PolicyNode) -> [PayloadMember]? {
    lowerFreeKeys(at: node) { name, node, lowering in
      PayloadMember(
        name: name, value: Located(lowering.nodes.json(lowering.nodes.syntax(of: node)), at: node))
    }
  }
}
