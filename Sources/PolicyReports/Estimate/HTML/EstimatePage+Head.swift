internal import PlatformFacts
internal import PolicyModel
internal import PolicySim

// The verdict, and the figures that most readers look for.
extension EstimatePage {
  /// The answer in the words of the text report, the cause of undone work and the advice, and a line for each
  /// budget that is not simply kept.
  var verdict: XMLNode {
    let answer = report.answer
    let undone = report.undone.flatMap { work -> [RichText] in [work.headline] + work.reasons }
    let doubtful = report.verdicts.worstFirst.filter { $0.outcome != .kept }.map { verdict -> RichText in
      verdict.isEstimated ? RichText(BudgetText.text(verdict)) : "\(code: verdict.name) is not estimated"
    }
    return PageParts.answer(
      report.sign, RichText(answer.prefix(1).uppercased() + answer.dropFirst()),
      undone + doubtful + [report.lint?.sentence].compactMap(\.self))
  }

  /// The tiles. `nil` if nothing is estimated.
  var tiles: XMLNode? { tiles(against: nil) }

  /// The tiles, each with the difference from another estimate of the same work. `nil` if nothing is estimated.
  func tiles(against other: Reference?) -> XMLNode? {
    let estimate = report.estimate
    guard !estimate.transfers.isEmpty || !estimate.tasks.isEmpty || !estimate.pushes.isEmpty else {
      return nil
    }
    let energy = estimate.totals[.energyPerDay].value
    let capacity = NumberFormat.count(estimate.parameters[.batteryCapacity])
    func difference(_ value: (Estimate) -> Double?, _ text: (Double?) -> String) -> [String] {
      other.map { [$0.difference(value(estimate), value($0.estimate), text)] } ?? []
    }
    return PageParts.tiles([
      completionTile(against: other),
      PageParts.Tile(
        title: "Launches a day", value: NumberFormat.count(estimate.launchesPerDay.mean),
        notes: difference(\.launchesPerDay.mean, NumberFormat.count)
          + ["of the app by the system, on average"]
          + (estimate.isExact
            ? [] : ["at most \(NumberFormat.count(estimate.launchesPerDay.p95)) on 95 of 100 devices"])),
      PageParts.Tile(
        title: "Cellular a day", value: NumberFormat.bytes(estimate.totals[.cellularBytesPerDay].value),
        notes: difference({ $0.totals[.cellularBytesPerDay].value }, { $0.map(NumberFormat.bytes) ?? "–" })
          + ["on average, and \(NumberFormat.bytes(estimate.totals[.wifiBytesPerDay].value)) over Wi-Fi"]
          + [report.fleetText].compactMap(\.self)),
      PageParts.Tile(
        title: "Battery a day", value: NumberFormat.share(estimate.batteryShare(of: energy)),
        notes: difference({ $0.batteryShare(of: $0.totals[.energyPerDay].value) }, NumberFormat.share)
          + ["\(NumberFormat.energy(energy, in: estimate)) of \(capacity) mAh, on average"]
          + (report.batteryRange.map { ["\($0) if uncertain values are otherwise"] } ?? [])),
    ])
  }

  /// The estimate with which tiles compare their values.
  struct Reference {
    /// The name of the policy on the page.
    let name: String
    let estimate: Estimate

    /// The difference of a value from this estimate's value, in words.
    func difference(_ value: Double?, _ own: Double?, _ text: (Double?) -> String) -> String {
      let (value, own) = (value ?? .infinity, own ?? .infinity)
      guard value.isFinite, own.isFinite else {
        return value == own
          ? "as with \(name)" : "instead of \(own.isFinite ? text(own) : "never") with \(name)"
      }
      let difference = DifferenceText.signed(value - own, text)
      return difference == "0" ? "as with \(name)" : "\(difference) against \(name)"
    }
  }

  /// The completion of the transfer that takes longest.
  private func completionTile(against other: Reference?) -> PageParts.Tile {
    guard let slowest = report.slowest else {
      return PageParts.Tile(title: "Done by", value: "–", notes: ["nothing to transfer"])
    }
    let value = report.time(.p95, of: slowest)
    let name = DisplayText.line(slowest.name)
    func late(_ estimate: Estimate) -> Double? {
      estimate.transfers.firstIndex { $0.name == slowest.name }.flatMap {
        estimate.middle(of: .p95, transfer: $0)
      }
    }
    let difference = other.map {
      $0.difference(late(report.estimate), late($0.estimate), NumberFormat.duration)
    }
    guard !report.estimate.isExact else {
      return PageParts.Tile(
        title: "Done by", value: value, notes: [difference, name].compactMap(\.self))
    }
    let range = report.predictive(.p95, of: slowest).map { "\($0) if uncertain values are otherwise" }
    return PageParts.Tile(
      title: "95 % done by", value: value, notes: [difference, name, range].compactMap(\.self))
  }

  /// Definitions of technical words on the page. `nil` if the page contains none of these words.
  var words: XMLNode? {
    let estimate = report.estimate
    guard !estimate.isExact, tiles != nil else { return nil }
    var words = [
      (
        "A run",
        "is one device with its own habits over days or weeks; the estimate makes \(estimate.runs) of them."
      ),
      ("p50 and p95", "are the values that half and 95 of 100 of all cases do not exceed."),
    ]
    if let prediction = estimate.prediction {
      words.append(
        (
          "Uncertain values",
          "are parameters that nobody knows exactly; \(prediction.count) times, each of them gets another value of its published range."
        ))
    }
    if estimate.transfers.contains(where: \.isBandTooWide) {
      words.append(
        (
          "Two times with … between them",
          "mean that the readings of an unclear rule of iOS are too far apart for one number."
        ))
    }
    return PageParts.words(words)
  }
}
