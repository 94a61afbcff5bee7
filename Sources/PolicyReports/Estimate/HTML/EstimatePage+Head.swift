internal import PlatformFacts
internal import PolicyModel
internal import PolicySim

// The verdict, and the figures that most readers look for.
extension EstimatePage {
  /// The verdict, with a line for each budget that is not simply kept.
  var verdict: XMLNode {
    let verdicts = report.verdicts
    let broken = verdicts.filter(\.isBroken)
    let assumed = verdicts.filter { $0.outcome == .keptByAssumption }
    let unknown = verdicts.filter { $0.outcome == .notEstimated }
    let reasons =
      (broken + assumed).map { RichText(BudgetText.text($0)) }
      + unknown.map { "\(code: $0.name) is not estimated" }
    if !broken.isEmpty {
      let count = DisplayText.count(verdicts.count, "budget")
      return PageParts.answer(
        "\(broken.count) of \(count) \(broken.count == 1 ? "is" : "are") broken",
        broken.contains { $0.severity == .error } ? .no : .maybe, reasons)
    }
    if !assumed.isEmpty || !unknown.isEmpty {
      return PageParts.answer(
        "No budget is broken, but not all are certain: \(verdicts.summary)", .maybe, reasons)
    }
    guard verdicts.isEmpty else {
      return PageParts.answer(
        verdicts.count == 1 ? "Its budget is kept" : "All \(verdicts.count) budgets are kept", .yes, [])
    }
    let estimate = report.estimate
    let isEmpty =
      estimate.transfers.isEmpty && estimate.tasks.isEmpty && estimate.pushes.isEmpty
      && estimate.notEstimated.isEmpty
    return PageParts.answer(
      isEmpty
        ? RichText(EstimateReport.nothingText)
        : "The policy has no budgets, so there is no verdict on these figures", .yes, [])
  }

  /// The tiles; `nil` if nothing is estimated.
  var tiles: XMLNode? {
    let estimate = report.estimate
    guard !estimate.transfers.isEmpty || !estimate.tasks.isEmpty || !estimate.pushes.isEmpty else {
      return nil
    }
    let energy = estimate.totals[.energyPerDay].value
    let capacity = NumberFormat.count(estimate.parameters[.batteryCapacity])
    return PageParts.tiles([
      completionTile,
      PageParts.Tile(
        title: "Launches a day", value: NumberFormat.count(estimate.launchesPerDay.mean),
        notes: ["of the app by the system, on average"]
          + (estimate.isExact
            ? [] : ["at most \(NumberFormat.count(estimate.launchesPerDay.p95)) on 95 of 100 devices"])),
      PageParts.Tile(
        title: "Cellular a day", value: NumberFormat.bytes(estimate.totals[.cellularBytesPerDay].value),
        notes: ["on average, and \(NumberFormat.bytes(estimate.totals[.wifiBytesPerDay].value)) over Wi-Fi"]
          + [report.fleetText].compactMap(\.self)),
      PageParts.Tile(
        title: "Battery a day", value: NumberFormat.share(estimate.batteryShare(of: energy)),
        notes: ["\(NumberFormat.energy(energy, in: estimate)) of \(capacity) mAh, on average"]),
    ])
  }

  /// The completion of the transfer that takes longest.
  private var completionTile: PageParts.Tile {
    func late(_ transfer: TransferEstimate) -> Double { transfer.completion.p95 ?? .infinity }
    let transfers = report.estimate.transfers.filter { $0.completion.count > 0 }
    guard var slowest = transfers.first else {
      return PageParts.Tile(title: "Done by", value: "–", notes: ["nothing to transfer"])
    }
    for transfer in transfers where late(transfer) > late(slowest) { slowest = transfer }
    let band = slowest.completionBand(\.p95)
    let value: String =
      band.low == nil
      ? "never"
      : slowest.isBandTooWide
        ? NumberFormat.range(band, NumberFormat.duration)
        : slowest.completion.p95.map(NumberFormat.duration) ?? "never"
    let name = DisplayText.line(slowest.name)
    guard !report.estimate.isExact else {
      return PageParts.Tile(title: "Done by", value: value, notes: [name])
    }
    let draws = report.predictive(.p95, of: slowest).map { "\($0) in 90 % of the draws" }
    return PageParts.Tile(
      title: "Done by", value: value,
      notes: ["\(name), in 95 of 100 cases (p95)"] + [draws].compactMap(\.self))
  }

  /// Definitions of the words of the page; `nil` if it does without them.
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
          "A draw",
          "gives every parameter that nobody knows exactly another value of its published range; there are \(prediction.count)."
        ))
    }
    if estimate.transfers.contains(where: \.isBandTooWide) {
      words.append(
        (
          "Two times with … between them",
          "mean that the interpretations of a rule of iOS, the limiter's, are too far apart for one number."
        ))
    }
    return PageParts.words(words)
  }
}
