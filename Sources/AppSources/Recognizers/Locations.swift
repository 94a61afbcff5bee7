internal import AppFacts
internal import PolicySyntax

extension Recognizer {
  /// Services of Core Location, and the requests for the authorization to use them.
  static let locations = Recognizer { program in
    let builder = FactBuilder(program)
    var facts: [CodeFact] = []
    func each(_ name: String, _ make: (Call) -> CodeFact?) {
      for call in program.callsByName[name] ?? [] { if let fact = make(call) { facts.append(fact) } }
    }
    let asksAlways =
      program.isMentioned("requestAlwaysAuthorization") || program.isMentioned("CLServiceSession")
    for method in ["startMonitoringSignificantLocationChanges", "startMonitoringVisits"] {
      each(method) { call in
        call.base == nil || !call.arguments.isEmpty
          ? nil
          : builder.fact(
            .location, at: call,
            [
              FactEntry(.method, method, at: call.location),
              FactEntry(.always, asksAlways, at: call.location),
            ] + builder.knownMoments(of: call))
      }
    }
    each("startMonitoring") { call in
      call.labels == ["for"] && call.base?.core.lastName?.lowercased().hasSuffix("manager") ?? false
        ? builder.fact(
          .location, at: call,
          [
            FactEntry(.method, call.name, at: call.location),
            FactEntry(.always, asksAlways, at: call.location),
          ])
        : nil
    }
    each("CLBackgroundActivitySession") { call in
      builder.fact(
        .location, at: call,
        [FactEntry(.method, call.name, at: call.location)])
    }
    each("CLMonitor") { call in
      call.base != nil || call.labels != ["_"] || !program.callees(of: call).isEmpty
        ? nil
        : builder.fact(
          .locationUse, at: call,
          [FactEntry(.method, call.name, at: call.location)] + builder.knownMoments(of: call))
    }
    each("startRangingBeacons") { call in
      guard regionMethods.contains(call.frame.body.function?.fullName ?? "") else { return nil }
      return builder.fact(.locationUse, at: call, [FactEntry(.method, call.name, at: call.location)])
    }
    each("liveUpdates") { liveUpdates($0, builder) }
    for method in ["requestAlwaysAuthorization", "requestWhenInUseAuthorization", "startUpdatingLocation"] {
      each(method) { locationUse($0, builder) }
    }
    let mayPause =
      program.callsByName["startUpdatingLocation"] != nil
      && program.assignmentsByName["pausesLocationUpdatesAutomatically"] == nil
    let assignments = program.assignmentsByName["allowsBackgroundLocationUpdates"] ?? []
    let checks = assignments.isEmpty ? nil : ModeChecks(in: program)
    for assignment in assignments {
      let value = builder.value(assignment.value, in: assignment.frame)
      let place = assignment.frame.body.location(assignment.target.position)
      facts.append(
        builder.fact(
          .location, at: assignment.target.position, in: assignment.frame,
          [
            FactEntry(.method, "allowsBackgroundLocationUpdates", at: place),
            FactEntry("value", value),
            mayPause ? FactEntry(.pauses, true, at: place) : nil,
            checks?.mayDecide(assignment.frame.body) ?? false
              ? FactEntry(.checksModes, true, at: place) : nil,
          ].compactMap(\.self)))
    }
    return facts
  }

  /// The methods of a delegate that Core Location also calls in the background, for a region.
  private static let regionMethods = [
    "locationManager(_:didEnterRegion:)", "locationManager(_:didDetermineState:for:)",
  ]

  /// Live updates of Core Location.
  private static func liveUpdates(_ call: Call, _ builder: FactBuilder) -> CodeFact? {
    guard call.base?.core.lastName == "CLLocationUpdate" else { return nil }
    let program = builder.program
    let continues =
      continuingLocation.contains(where: program.isMentioned)
      || program.assignmentsByName["allowsBackgroundLocationUpdates"] != nil
      || program.files.contains { $0.hasImport(of: "ActivityKit") }
    return builder.fact(
      .location, at: call,
      [
        FactEntry(.method, call.name, at: call.location), FactEntry(.continues, continues, at: call.location),
        FactEntry(.isAuthorized, authorizing.contains(where: program.isMentioned), at: call.location),
      ])
  }

  /// A request for an authorization, or the start of updates, of a location manager.
  private static func locationUse(_ call: Call, _ builder: FactBuilder) -> CodeFact? {
    let program = builder.program
    guard call.arguments.isEmpty, call.base != nil, program.callees(of: call).isEmpty,
      call.frame.body.file.hasImport(of: "CoreLocation")
    else { return nil }
    var values = [FactEntry(.method, call.name, at: call.location)]
    if call.name == "startUpdatingLocation" {
      let continues =
        program.assignmentsByName["allowsBackgroundLocationUpdates"] != nil
        || program.isMentioned("setAllowsBackgroundLocationUpdates")
        || program.isMentioned("CLBackgroundActivitySession")
      values.append(FactEntry(.continues, continues, at: call.location))
    }
    return builder.fact(.locationUse, at: call, values)
  }

  /// The types and methods that ask for the authorization to use locations.
  private static let authorizing = [
    "CLServiceSession", "requestAlwaysAuthorization", "requestWhenInUseAuthorization", "LocationButton",
    "CLLocationButton",
  ]

  /// The types and methods that let live updates of Core Location continue in the background, beside Live Activities.
  private static let continuingLocation = [
    "CLBackgroundActivitySession", "CLServiceSession", "requestAlwaysAuthorization",
  ]
}
