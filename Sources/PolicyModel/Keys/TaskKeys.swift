internal import JSON
internal import PlatformFacts
internal import Quantities

extension TaskRequest {
  static let keys = KeyTable(
    "task", { TaskRequest(name: .unnamed) },
    [
      Key("type", .word(TaskType.self), required: true, "The type of BGTaskRequest.") { $0.type = $1 },
      Key(
        "identifier", .identifier, required: true,
        """
        The identifier under which the task is registered and submitted, for example \
        com.example.photos.refresh. It may end in .* for continued processing.
        """
      ) { $0.identifier = $1 },
      Key(
        "owner", .word(Owner.self), default: "app",
        """
        Whose code registers, submits and handles the task: the app's (app), or that of a dependency (sdk). bgpolicy lints \
        a dependency's task, counts it in the limits and estimates it, but generates no code for it. If omitted, it is sdk \
        for the identifiers of known dependencies: \(PlatformFacts.dependencyTasks.map(\.value.pattern).joined(separator: ", ")).
        """
      ) { $0.owner.written = $1 },
      Key(
        "earliestBegin", .earliestBegin,
        """
        The shortest time from submission to launch, as earliestBeginDate; the system may launch the task \
        much later. A duration, for example 6h; { at: "03:00" } for the next such time on the device's \
        clock; { backoff: { from: 1d, factor: 2, atMost: 7d } } for a wait that grows with each failure; \
        or runtime, for a date that is a parameter of the generated function. The estimate assumes no wait \
        for runtime.
        """
      ) { $0.earliestBegin = $1 },
      Key(
        "reschedule", .bool, default: false,
        """
        Whether the handler first submits the next request, as handlerStart in submittedAt does; the app \
        submits the first one. One request leads to one launch.
        """
      ) { $0.reschedule.written = $1 },
      Key(
        "submittedAt", .list(of: .word(SubmissionMoment.self)),
        """
        All moments at which the app submits the request, for example [launch, handlerStart]; with those of \
        the handler alone, the task never starts. Generated code submits it by \
        itself at launch, enteringBackground, handlerStart (before the work), handlerEnd (after the work) \
        and failure (after work that failed). The app itself submits it at userAction, and always if both \
        submittedAt and reschedule are omitted.
        """
      ) { $0.submittedAt = $1 },
      Key(
        "unlessPending", .bool, default: false,
        """
        Whether the app calls getPendingTaskRequests first and keeps a pending request. Otherwise, a new \
        request replaces the pending one, and the wait of its earliestBeginDate starts again.
        """
      ) { $0.unlessPending.written = $1 },
      Key(
        "conditional", .bool, default: false,
        """
        Whether a setting or a flag of the app decides if it submits the task. Generated code then submits \
        nothing by itself, and the estimate is for a device on which the app submits the task.
        """
      ) { $0.conditional.written = $1 },
      .platforms("On other systems, the generated code leaves the task out. The estimate ignores them.") {
        $0.platforms = $1
      },
      Key("expectedRuntime", .duration, "The time that the work takes, for example 20s.") {
        $0.expectedRuntime = $1
      },
      Key(
        "cpuIntensive", .bool, default: false,
        "Whether the work keeps the CPU busy, for example with training or transcoding."
      ) { $0.cpuIntensive.written = $1 },
      Key(
        "startsTransfers", .list(of: .string),
        "The names of the transfers that the task's handler submits, for example [photos]."
      ) {
        $0.startsTransfers = $1
      },
      Key(
        "requiresExternalPower", .bool, default: false,
        """
        Whether a processing task waits for external power, which also lifts the limit on its use of the \
        CPU.
        """
      ) { $0.requiresExternalPower.written = $1 },
      Key(
        "requiresNetworkConnectivity", .bool, default: false, "Whether a processing task waits for a network."
      ) { $0.requiresNetworkConnectivity.written = $1 },
      Key(
        "protectionTypeOfRequiredData", .word(FileProtection.self),
        """
        The strictest protection of the files that the task reads. A health research request passes it to \
        the system.
        """
      ) { $0.protectionTypeOfRequiredData = $1 },
      Key(
        "title", .shownText,
        """
        The title of a continued processing task, which the system shows to the user, for example \
        Exporting; or { runtime: "Exporting {name}" } if the app composes it for each request.
        """
      ) { $0.title = $1.fixed },
      Key(
        "subtitle", .shownText,
        """
        The subtitle of a continued processing task, which the system shows below its title, for example \
        12 photos; or { runtime: "{count} photos" } if the app composes it for each request.
        """
      ) { $0.subtitle = $1.fixed },
      Key(
        "strategy", .word(SubmissionStrategy.self), default: "queue",
        """
        What the system does with a continued processing task that can't run at once: reject it (fail), or \
        run it later (queue).
        """
      ) { $0.strategy.written = $1 },
      Key(
        "requiredResources", .list(of: .word(ProcessingResource.self)),
        "The resources without which a continued processing task can't run, for example [gpu]."
      ) { $0.requiredResources = $1 },
      Key(
        "trigger", .word(TaskTrigger.self),
        """
        The event at which the app submits a continued processing task. Only the linter uses it; the \
        estimate ignores it.
        """
      ) { $0.trigger = $1 },
      Key(
        "perDay", .number(0...1_000),
        """
        The number of times a day that a continued processing task is started while the app is in the \
        foreground, for example 2.
        """
      ) { $0.perDay = $1 },
    ],
    sample: "{ type: appRefresh, identifier: com.example.photos.refresh }", note: { $0.writtenKeys = $1 },
    check: { _, task, _ in task.owner = task.owner.implied(by: task.identifier) })
}

extension UIBackgroundTask {
  static let keys = KeyTable(
    "backgroundTask", { UIBackgroundTask(name: .unnamed) },
    [
      Key(
        "name", .shownText,
        """
        The task's name in the debugger and in logs, for example Save Draft; or { runtime: "{name}" } if the app's own \
        function takes it as a parameter, and the generated code uses the key's name.
        """
      ) { $0.taskName = $1.fixed },
      Key("expectedRuntime", .duration, "The time that the work takes, for example 5s.") {
        $0.expectedRuntime = $1
      },
      Key(
        "target", .string, default: "app", "The process that begins the task: app, or the name of a target."
      ) {
        $0.target.written = $1
      },
    ],
    note: { $0.writtenKeys = $1 })
}

extension Policy.Push {
  static let keys = KeyTable(
    "push", { Policy.Push(name: .unnamed) },
    [
      Key(
        "headers", .headers,
        """
        The headers of the request to APNs, for example { apns-push-type: background, apns-priority: 5 }. \
        If omitted, someone else sends the push: bgpolicy does not check its headers and generates no \
        request for it.
        """
      ) { $0.headers = $1 },
      Key(
        "payload", .pushPayload,
        "The JSON that the server sends, for example { aps: { content-available: 1 }, kind: sync }."
      ) { $0.payload = $1 },
      Key(
        "match", .pushMatch,
        """
        Members of the payload, outside aps, that distinguish this push from the policy's others, for \
        example { kind: sync }. Generated code calls the push's handler if a push has all of them. If \
        omitted, they are the members of the payload whose values differ from those of other pushes.
        """
      ) { $0.match = $1 },
      Key(
        "perDay", .number(0...Quantity.mostPerDay),
        "The number of these pushes that the server sends to a device in a day, for example 4."
      ) {
        $0.perDay = $1
      },
      Key("expectedRuntime", .duration, "The time that the handler's work takes, for example 10s.") {
        $0.expectedRuntime = $1
      },
      Key(
        "startsTransfers", .list(of: .string),
        "The names of the transfers that the push's handler submits, for example [photos]."
      ) {
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
        "aps": [
          "type": "object", "description": "The part for the system, for example { content-available: 1 }.",
        ]
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
  /// Members of a payload with comparable values.
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
              ? "match can't contain aps: it distinguishes pushes by other members of the payload"
              : "\(lowering.name(of: node)) must be a string, a whole number, true or false; found \(lowering.description(of: node))",
            help: "write a member of the payload and its value, for example { kind: sync }")
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
