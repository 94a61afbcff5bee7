package import JSON
internal import PlatformFacts
internal import PolicyModel
internal import PolicySim
internal import Quantities

extension EstimateReport {
  /// The version of the model. Different versions may give different numbers for the same parameters.
  static let modelVersion = "1"
  static let jsonVersion = 3

  /// The estimate as JSON, version 3. Times are in seconds, sizes in bytes, and energies in joules.
  package var json: JSONValue {
    var members: [JSONMember] = [
      JSONMember("version", .number(Self.jsonVersion)),
      JSONMember("model", model),
      JSONMember("scenario", .string(estimate.scenario)),
      JSONMember(
        "transfers",
        .object(
          estimate.transfers.enumerated().map { index, transfer in
            JSONMember(transfer.name, self.transfer(transfer, estimate.explanation?.transfers[index]))
          })),
      JSONMember("tasks", .object(estimate.tasks.map { JSONMember($0.name, task($0)) })),
      JSONMember("pushes", .object(estimate.pushes.map { JSONMember($0.name, push($0)) })),
      JSONMember("notEstimated", .array(estimate.notEstimated.map(Self.notEstimated))),
      JSONMember("total", total),
      JSONMember("budgets", .array(verdicts.map(BudgetText.json))),
      JSONMember("assumed", assumed),
    ]
    if let explanation = estimate.explanation {
      // The causes are computed with fewer runs than the figures.
      members.append(JSONMember("causes", ["runs": .int(Int64(explanation.runs))]))
    }
    return .object(members)
  }

  private var model: JSONValue {
    [
      "version": .string(Self.modelVersion),
      "seed": .int(Int64(bitPattern: estimate.seed)),
      "runs": .int(Int64(estimate.runs)),
      "isExact": .bool(estimate.isExact),
      "intervalConfidence": .double(Interval.confidence),
      "assumedShare": JSONValue.rounded(assumedShare),
      "assumedShareBasis": .string(assumedShareBasis.rawValue),
      "parameters": .array(parameters.map(parameter)),
      "policyAssumptions": .array(estimate.assumptions.map { .string($0) }),
    ]
  }

  /// The number of assumed values among the values that the estimate uses, and their share in the spread of the results.
  private var assumed: JSONValue {
    let used = usedValues
    return [
      "values": .number(used.assumed), "of": .number(used.all),
      "shareOfSpread": JSONValue.rounded(spreadShares?.upperBound),
      "leastShareOfSpread": JSONValue.rounded(spreadShares?.lowerBound),
    ]
  }

  private var total: JSONValue {
    let energy = estimate.totals[.energyPerDay]
    return .object(
      [
        JSONMember("launchesPerDay", distribution(estimate.launchesPerDay, [.mean, .p95])),
        JSONMember("energyJoulesPerDay", JSONValue.rounded(energy.value)),
      ] + interval("energyJoulesPerDay", energy.interval) + [
        JSONMember("energyMilliampereHoursPerDay", JSONValue.rounded(estimate.charge(of: energy.value)))
      ] + mean("cellularBytesPerDay", estimate.totals[.cellularBytesPerDay])
        + mean("wifiBytesPerDay", estimate.totals[.wifiBytesPerDay])
        + [JSONMember("cellularCostPerDay", estimate.fleetCost.map(Self.cost) ?? .null)]
        + Self.causes(estimate.explanation?.launches, estimate.explanation, unit: "PerDay"))
  }

  private static func cost(_ cost: FleetCost) -> JSONValue {
    [
      "users": JSONValue.rounded(cost.users), "bytes": JSONValue.rounded(cost.bytes),
      "pricePerGigabyte": JSONValue.rounded(cost.pricePerGigabyte), "price": JSONValue.rounded(cost.price),
    ]
  }

  // MARK: - Numbers

  private enum Number: String {
    case p05, p50, p90, p95, p99, mean

    var share: Double? { Quantile(rawValue: rawValue)?.share }
  }

  private func distribution(_ distribution: Distribution, _ figures: [Number]) -> JSONValue {
    .object(members(of: distribution, figures))
  }

  private func members(of distribution: Distribution, _ figures: [Number]) -> [JSONMember] {
    let values = figures.map { figure in
      JSONMember(
        figure.rawValue, JSONValue.rounded(figure.share.map(distribution.quantile) ?? distribution.mean))
    }
    let intervals = figures.flatMap { figure in
      interval(figure.rawValue, figure.share.map(distribution.interval) ?? distribution.meanInterval)
    }
    return values + intervals
  }

  /// The bounds of a figure's Monte Carlo error, `null` if there are too few runs. No member if the estimate
  /// is exact.
  private func interval(_ name: String, _ interval: Interval?) -> [JSONMember] {
    guard !estimate.isExact else { return [] }
    return [
      JSONMember("\(name)Interval", [JSONValue.rounded(interval?.low), JSONValue.rounded(interval?.high)])
    ]
  }

  private func mean(_ name: String, _ mean: Mean?) -> [JSONMember] {
    [JSONMember(name, JSONValue.rounded(mean?.value))] + interval(name, mean?.interval)
  }

  /// A share with its bounds, or without bounds if the estimate is exact. `null` if the share is unknown
  /// because there are no items.
  private func share(_ share: MeanShare?) -> JSONValue {
    guard let share else { return .null }
    let interval = estimate.isExact ? nil : share.interval
    return .members([
      "value": JSONValue.rounded(share.value), "low": interval.map { JSONValue.rounded($0.low) },
      "high": interval.map { JSONValue.rounded($0.high) },
    ])
  }

  // MARK: - Parts

  private func transfer(_ transfer: TransferEstimate, _ causes: Explanation.Causes?) -> JSONValue {
    let completion: [Number] = [.p50, .p90, .p95, .p99, .mean]
    var members = [
      JSONMember(
        "completionSeconds",
        .object(
          members(of: transfer.completion, completion)
            + [JSONMember("range", range(of: transfer)), JSONMember("predictive", predictive(of: transfer))]
            + plausible(transfer))),
      JSONMember(
        "first",
        ["completionSeconds": distribution(transfer.firstCompletion, [.p50, .p90, .p95, .p99, .mean])]),
      JSONMember("keepsUp", .bool(transfer.backlog == nil)),
      JSONMember("backlog", transfer.backlog.map(backlog) ?? .null),
      JSONMember(
        "bands",
        [
          "idle": distribution(transfer.bands.idle, completion),
          "literal": distribution(transfer.bands.literal, completion),
          "hold": distribution(transfer.bands.hold, completion),
        ]),
      // If `isBandTooWide` is true, programs should show the range of the bands instead of a single number.
      JSONMember("isBandTooWide", .bool(transfer.isBandTooWide)),
    ]
    members.append(JSONMember("completeShare", share(transfer.completeRuns)))
    members += Figure.ofRuns.filter(\.isShare).map { figure in
      JSONMember(figure.name, share(transfer.share(of: figure)))
    }
    members += [
      JSONMember("launches", distribution(transfer.launches, [.mean, .p95])),
      JSONMember("launchesPerDay", distribution(transfer.launchesPerDay, [.mean, .p95])),
      JSONMember("limiterDelaySeconds", distribution(transfer.limiterDelay, [.p50, .p95])),
      JSONMember(
        "limiterDelayBands",
        [
          "idle": distribution(transfer.limiterDelayBands.idle, [.p50, .p95]),
          "literal": distribution(transfer.limiterDelayBands.literal, [.p50, .p95]),
          "hold": distribution(transfer.limiterDelayBands.hold, [.p50, .p95]),
        ]),
    ]
    members += means(of: transfer)
    return .object(members + Self.causes(causes, estimate.explanation, unit: "Seconds"))
  }

  /// The figures that are means but not shares. All figures with the same first member are grouped.
  private func means(of transfer: TransferEstimate) -> [JSONMember] {
    let figures = Figure.ofRuns.filter { !$0.isShare && !$0.hasQuantiles }
    var seen: Set<String> = []
    return figures.flatMap { figure -> [JSONMember] in
      guard let group = figure.jsonPath.first, seen.insert(group).inserted else { return [] }
      guard figure.jsonPath.count > 1 else {
        let charge =
          figure == .energy
          ? [JSONMember("energyMilliampereHours", JSONValue.rounded(estimate.charge(of: transfer[figure])))]
          : []
        return mean(group, transfer.mean(of: figure)) + charge
      }
      let members = figures.filter { $0.jsonPath.first == group }.flatMap { figure in
        mean(figure.jsonPath.last ?? figure.name, transfer.mean(of: figure))
      }
      return [JSONMember(group, .object(members))]
    }
  }

  /// The quantiles over the interpretations of the limiter's rules.
  private func range(of transfer: TransferEstimate) -> JSONValue {
    .object(
      [Quantile.p50, .p95].map { quantile in
        let band = transfer.completionBand { $0.quantile(quantile.share) }
        return JSONMember(quantile.rawValue, [JSONValue.rounded(band.low), JSONValue.rounded(band.high)])
      })
  }

  /// The quantiles over the values of uncertain parameters, and the parameters with the most influence.
  /// `null` if parameters were not drawn.
  private func predictive(of transfer: TransferEstimate) -> JSONValue {
    guard let (prediction, index) = prediction(of: transfer) else { return .null }
    let intervals = [Quantile.p50, .p95].map { quantile in
      let interval = prediction.interval(of: quantile, transfer: index)
      return JSONMember(
        quantile.rawValue, [JSONValue.rounded(interval.low), JSONValue.rounded(interval.high)])
    }
    let causes = prediction.causes(of: .p95, transfer: index).map { cause -> JSONValue in
      [
        "parameter": .string(cause.parameter), "varianceShare": JSONValue.rounded(cause.share),
        "isAssumed": .bool(cause.isAssumed),
      ]
    }
    return .object(
      [JSONMember("level", .double(Prediction.level)), JSONMember("draws", .number(prediction.count))]
        + intervals + [JSONMember("causesOfP95", .array(causes))])
  }

  /// The middle and the interval of the quantiles over the values of uncertain parameters, and the threshold that splits p95 best.
  /// No members if parameters were not drawn, and no threshold if no parameter splits p95 beyond chance.
  private func plausible(_ transfer: TransferEstimate) -> [JSONMember] {
    guard let (prediction, index) = prediction(of: transfer) else { return [] }
    let quantiles = [Quantile.p50, .p95].map { quantile -> JSONMember in
      let interval = prediction.interval(of: quantile, transfer: index)
      return JSONMember(
        quantile.rawValue,
        [
          "median": JSONValue.rounded(prediction.median(of: quantile, transfer: index)),
          "low": JSONValue.rounded(interval.low), "high": JSONValue.rounded(interval.high),
          "neverShare": JSONValue.rounded(prediction.neverShare(of: quantile, transfer: index)),
        ])
    }
    let members = [JSONMember("plausible", .object(quantiles))]
    guard let split = prediction.split(of: .p95, transfer: index) else { return members }
    let sides = prediction.sides(of: split, .p95, transfer: index)
    let keepsUp = prediction.keepsUp(on: split, transfer: index)
    func side(_ interval: Interval, keepsUp: Bool) -> JSONValue {
      [
        "p95": [JSONValue.rounded(interval.low), JSONValue.rounded(interval.high)],
        "keepsUp": .bool(keepsUp),
      ]
    }
    return members + [
      JSONMember(
        "split",
        .object(
          split.jsonMembers + [
            JSONMember("below", side(sides.below, keepsUp: keepsUp.below)),
            JSONMember("above", side(sides.above, keepsUp: keepsUp.above)),
          ]))
    ]
  }

  private func backlog(_ backlog: Backlog) -> JSONValue {
    [
      "bytesPerDay": JSONValue.rounded(backlog.bytesPerDay), "because": .string(because(backlog.cause)),
    ]
  }

  private func because(_ cause: Backlog.Cause) -> String {
    switch cause {
    case .byteBudget(let offered, let allowed):
      "wifi_budget and cell_budget allow \(NumberFormat.bytes(allowed)) a day, \(NumberFormat.bytes(offered)) come up"
    case .growth: "more work comes up than ends in the runs"
    }
  }

  private func task(_ task: TaskEstimate) -> JSONValue {
    .object(
      [
        JSONMember("launchesPerDay", distribution(task.launchesPerDay, [.mean, .p05, .p50, .p95])),
        JSONMember("firstLaunchSeconds", distribution(task.firstLaunch, [.p50, .p95])),
        JSONMember("ageAtOpenSeconds", distribution(task.ageAtOpen, [.p50, .p95])),
      ]
        + [task.startsPerDay.map { JSONMember("startsPerDay", JSONValue.rounded($0.value)) }].compactMap(
          \.self))
  }

  private func push(_ push: PushEstimate) -> JSONValue {
    .object(
      [
        JSONMember("sentPerDay", JSONValue.rounded(push.sentPerDay)),
        JSONMember("launchesPerDay", distribution(push.launchesPerDay, [.mean, .p05, .p95])),
      ] + PushOutcome.allCases.map { JSONMember($0.member, JSONValue.rounded(push.outcomes.share($0))) })
  }

  /// The causes of a figure that were computed.
  private static func causes(
    _ causes: Explanation.Causes?, _ explanation: Explanation?, unit: String
  ) -> [JSONMember] {
    guard let causes, let explanation else { return [] }
    var members: [JSONMember] = []
    if explanation.parts.contains(.mechanisms) {
      members.append(JSONMember("why", .array(causes.costs.map(cost))))
    }
    if explanation.parts.contains(.parameters) {
      members.append(
        JSONMember(
          "tornado",
          .array(
            causes.swings.map { swing in
              [
                "parameter": .string(swing.parameter),
                "low": end(swing.low, unit: unit), "high": end(swing.high, unit: unit),
                "isAssumed": .bool(swing.isAssumed),
              ]
            })))
    }
    return members
  }

  private static func cost(_ cost: Explanation.Cost) -> JSONValue {
    .object(
      [
        JSONMember("mechanism", .string(cost.mechanism.rawValue)), JSONMember("share", .rounded(cost.share)),
      ]
        + (cost.interval.map {
          [JSONMember("shareInterval", [.rounded($0.low), .rounded($0.high)])]
        } ?? []))
  }

  private static func end(_ end: Explanation.Swing.End, unit: String) -> JSONValue {
    .object([JSONMember("value", .string(end.value)), JSONMember("p95\(unit)", .rounded(end.quantile))])
  }

  private func parameter(_ parameter: (fact: ParameterFact, value: ParameterValue)) -> JSONValue {
    let basis = estimate.parameters.basis(of: parameter.fact)
    let (value, unit): (JSONValue, String) =
      switch parameter.value {
      case .duration(let span): (JSONValue.rounded(span.seconds), "s")
      case .size(let size): (.int(size.bytes), parameter.fact.unit)
      case .number(let value): (JSONValue.rounded(value), parameter.fact.unit)
      case .word(let word): (.string(word), "")
      case .none: (.null, parameter.fact.unit)
      }
    return .members([
      "name": .string(parameter.fact.name), "value": value, "unit": .string(unit),
      "confidence": .string(basis.confidence.rawValue), "source": .string(basis.source),
      "isSet": .bool(estimate.parameters.overridden.contains(parameter.fact.name)),
      "range": (estimate.parameters.range(of: parameter.fact) ?? parameter.fact.range).map {
        ["low": .string($0.low), "high": .string($0.high)]
      },
      "choices": parameter.fact.kind.words.map { .array($0.map { .string($0) }) },
    ])
  }

  private static func notEstimated(_ thing: NotEstimated) -> JSONValue {
    ["kind": .string(thing.kind.rawValue), "name": .string(thing.name), "because": .string(thing.reason)]
  }
}

extension ParameterFact.Kind {
  /// The possible words of a parameter. `nil` if the parameter's values are not words.
  fileprivate var words: [String]? {
    guard case .word(let words) = self else { return nil }
    return words
  }
}

extension ParameterFact {
  /// The unit of the parameter's value in JSON.
  fileprivate var unit: String {
    switch kind {
    case .duration: "s"
    case .size: "B"
    case .rate: "B/s"
    case .number(let unit): unit
    case .word: ""
    }
  }
}
