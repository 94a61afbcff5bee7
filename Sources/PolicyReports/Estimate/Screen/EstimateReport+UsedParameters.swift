internal import PlatformFacts
internal import PolicyModel
internal import PolicySim

extension EstimateReport {
  /// The parameters on which this estimate depends. Parameters of networks, tasks and pushes that the policy
  /// does not use are left out.
  var usedParameters: [(fact: ParameterFact, value: ParameterValue)] {
    let unused = unusedPrefixes
    return parameters.filter { parameter in !unused.contains { parameter.fact.name.hasPrefix($0) } }
  }

  /// The number of parameters on which this estimate depends, and the number of these parameters with an assumed value.
  var usedValues: (assumed: Int, all: Int) {
    let used = usedParameters
    return (used.count { estimate.parameters.basis(of: $0.fact).confidence == .assumed }, used.count)
  }

  /// The prefixes of the names of parameters for kinds of work that the policy does not have.
  private var unusedPrefixes: [String] {
    let transfers = estimate.transfers.compactMap { declaration(of: $0) }
    let sessions = transfers.compactMap { policy.session(of: $0) }
    let isDiscretionary =
      sessions.contains { $0.isDiscretionary.value }
      || transfers.contains { policy.startsInBackground($0) }
    let types = Set(policy.tasks.compactMap { $0.type?.value })
    let uses: [(isUsed: Bool, prefixes: [String])] = [
      (sessions.contains(where: \.isBackground), ["limiter.", "window.relaunch"]),
      (!transfers.isEmpty, ["resource_timeout", "throughput.", "request."]),
      (isDiscretionary, ["discretionary.", "wifi_budget"]),
      (estimate.totals[.wifiBytesPerDay].value > 0, ["wifi."]),
      (estimate.totals[.cellularBytesPerDay].value > 0, ["cell_budget", "lte.", "nr", "cellular.radio"]),
      (estimate.fleetCost != nil, ["cellular.price", "users"]),
      (transfers.contains { $0.authChallenge.value != .never }, ["challenge."]),
      (types.contains(.appRefresh), ["refresh.", "window.app_refresh"]),
      (types.contains(.processing), ["processing.", "window.processing"]),
      (!estimate.pushes.isEmpty, ["push."]),
      (types.contains(.appRefresh) || !estimate.pushes.isEmpty, ["device.refresh_off"]),
      (!policy.backgroundTasks.isEmpty, ["window.background_task"]),
    ]
    return uses.filter { !$0.isUsed }.flatMap(\.prefixes)
  }
}
