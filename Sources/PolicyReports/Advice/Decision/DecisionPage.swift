internal import PlatformFacts
internal import PolicyAdvice
internal import PolicyGen
internal import PolicyModel
internal import PolicySim
internal import PolicySyntax

/// A page that compares the policy and its variants: the design to choose, the reasons, the devices for which the design is best, and the
/// certainty.
struct DecisionPage {
  /// The most designs that a page compares.
  static let mostDesigns = 6

  /// The unchanged policy, or the policy with some values changed.
  struct Design {
    /// A letter: `A` is the unchanged policy.
    let letter: String
    /// The changes, such as `transfers.photos.submit: oneAtATime → allAtOnce`. Empty for the unchanged
    /// policy.
    let changes: [String]
    let policy: EstimatedPolicy
    /// The reasons against the design: budgets that it breaks, and errors that it causes.
    let objections: [String]

    var estimate: Estimate { policy.paired.estimate }
  }

  let subject: String
  let designs: [Design]
  /// The details of the report, as the report's other formats show them.
  let details: [XMLNode]
  /// The comparison of the designs. `nil` if no design may be chosen.
  let comparison: DesignComparison?
  /// The load of each design by hour of day; empty on an ideal device.
  let loads: [HourlyLoad]

  /// A page about designs. The loads by hour need simulation runs of their own.
  init(subject: String, _ designs: [Design], details: [XMLNode], hasLoads: Bool) {
    self.subject = subject
    self.designs = designs
    self.details = details
    let allowed = designs.indices.filter { designs[$0].objections.isEmpty }
    // If every design has objections, all designs are compared, so that the page names the least bad design.
    comparison = DesignComparison(
      designs.map(\.policy.paired), allowed: allowed.isEmpty ? Array(designs.indices) : allowed)
    loads =
      !hasLoads
      ? [] : designs.compactMap { Estimator.hourlyLoad(of: $0.policy.alternative.policy, $0.policy.settings) }
  }

  var text: String {
    let sections = self.sections
    return HTMLPage(
      title: title, styleSheet: StyleSheet.text + StyleSheet.documents + StyleSheet.decisions,
      body: [
        .tag("a", ["class": "skip", "href": "#content"], text: "Skip to the figures"), SVG.definitions,
        .tag(
          "header", [:],
          [.tag("h1", text: title), .tag("p", ["class": "about"], text: about), answer]
            + [tiles, words].compactMap(\.self)
            + [PageParts.contents(sections.map { PageParts.Link(id: $0.id, title: $0.title) })]),
        .tag("main", ["id": "content"], sections.map(\.node)),
        .tag(
          "footer", [:],
          [
            .tag(
              "p",
              text:
                "bgpolicy \(ToolVersion.current). All designs have the same random numbers and possible values; the same call gives the same page."
            )
          ]),
      ]
    ).text
  }

  private var title: String { "\(DisplayText.line(subject)): \(designs.count) designs compared" }

  private var about: String {
    guard let first = designs.first else { return "" }
    let estimate = first.estimate
    let runs =
      estimate.isExact
      ? "One run, nothing is random." : "\(estimate.runs) runs of each, seed \(estimate.seed)."
    let scenario = EstimateReport(first.policy.alternative.policy, subject: subject, estimate).scenarioText
    return "Scenario \(DisplayText.line(estimate.scenario))\(scenario.map { " (\($0))" } ?? ""). \(runs)"
  }

  // MARK: - Answer

  private var answer: XMLNode {
    let verdict = verdict
    return PageParts.answer(verdict.sign, verdict.headline, verdict.reasons)
  }

  /// The design to choose, with the reasons.
  var verdict: (sign: VerdictSign, headline: RichText, reasons: [RichText]) {
    guard let comparison else { return (.bad, "Nothing to choose from", []) }
    let best = designs[comparison.best]
    guard best.objections.isEmpty else {
      return (
        .bad, "No design keeps what is required; \(best.letter) comes nearest",
        best.objections.map { "\(best.letter): \($0)" } + [why, whom].compactMap(\.self)
      )
    }
    let name: RichText =
      best.changes.isEmpty
      ? "\(best.letter), the policy as it is" : "\(best.letter): \(DisplayText.list(best.changes))"
    let isSure = sureness.map { $0.better >= BudgetVerdict.certainShare } ?? designs[0].estimate.isExact
    let others = designs.filter { !$0.objections.isEmpty }.map { design -> RichText in
      "\(design.letter) is out: \(design.objections.joined(separator: "; "))"
    }
    let rest = same + others
    let pair = rival.map { "\(best.letter) and \($0.letter)" } ?? best.letter
    switch comparison.recommendation {
    case .choose:
      return (
        isSure ? .good : .uncertain, "Choose \(name)", [why, losses, whom, howSure].compactMap(\.self) + rest
      )
    case .equal:
      return (
        .uncertain, "\(pair) are about equal; no change is needed", [why, howSure].compactMap(\.self) + rest
      )
    case .measureFirst(let sides):
      return (
        .uncertain,
        "Measure \(sides.split.parameter) first: choose \(designs[sides.above.winner].letter) with \(sides.split.condition), \(designs[sides.below.winner].letter) with \(sides.split.opposite)",
        [
          meaning(of: sides.above, sides.split.condition, 1 - sides.split.shareBelow),
          meaning(of: sides.below, sides.split.opposite, sides.split.shareBelow),
          "Until then, keep A, the policy as it is; \(command: "bgpolicy calibrate") measures some parameters",
        ] + rest
      )
    case .open:
      return (
        .uncertain, "No recommendation between \(pair): keep A, the policy as it is",
        [why, losses, howSure].compactMap(\.self) + rest
      )
    }
  }

  /// The figures with the values on one side of a threshold, in a sentence.
  private func meaning(
    of side: DesignComparison.Side, _ condition: String, _ share: Double
  ) -> RichText {
    let (winner, loser) = side.figures
    func late(_ time: Double?) -> String { time.map { NumberFormat.duration($0) } ?? "never" }
    func part(_ figure: (DesignComparison.SideFigures) -> String, _ words: String, isWorse: Bool) -> String {
      "\(figure(winner)) \(words) instead of \(figure(loser))\(isWorse ? " (worse)" : "")"
    }
    let parts = [
      side.differsInDelivery
        ? part(
          { NumberFormat.share($0.delivered) }, "valid and on time",
          isWorse: winner.delivered < loser.delivered)
        : nil,
      side.differsInLateness
        ? part(
          { late($0.late) }, "until 95 % is done", isWorse: winner.late ?? .infinity > loser.late ?? .infinity
        )
        : nil,
      side.differsInLaunches
        ? part(
          { NumberFormat.count($0.launchesPerDay) }, "launches a day",
          isWorse: winner.launchesPerDay > loser.launchesPerDay) : nil,
    ].compactMap(\.self)
    let sizes = parts.isEmpty ? "" : ": \(parts.joined(separator: ", "))"
    return
      "With \(condition) (\(NumberFormat.roughShare(share)) of the values that are possible), \(designs[side.winner].letter) is better than \(designs[side.loser].letter) in \(NumberFormat.roughShare(side.winShare)) of the cases\(sizes)"
  }

  /// Whether the comparison recommends the best design.
  var isChosen: Bool {
    guard case .choose = comparison?.recommendation else { return false }
    return true
  }

  /// The figures that are worse with the best design, beyond the noise. `nil` if no figure is worse.
  private var losses: RichText? {
    guard let best, let first = designs.first, best.letter != first.letter else { return nil }
    let worse = differences(from: first, to: best, where: \.isBeyondNoise).filter(\.isWorse)
    guard !worse.isEmpty else { return nil }
    return "Costs: against A, \(worse.prefix(3).map(\.text).joined(separator: ", "))"
  }

  /// The visible differences between two designs, among the figures that meet a condition in the runs.
  private func differences(
    from first: Design, to second: Design, where holds: (ComparedFigure) -> Bool
  ) -> [DesignDifference] {
    Comparison(first.policy.paired, second.policy.paired).figuresOfSubjects.filter(holds).compactMap {
      DesignDifference($0, from: first.estimate, to: second.estimate)
    }.filter { $0.size >= Self.leastDifference && $0.differsInText }
  }

  /// The least relative difference that is worth naming.
  private static let leastDifference = 0.02

  /// The designs that have the same results as an earlier design.
  private var same: [RichText] {
    designs.indices.compactMap { index in
      original(of: index).map {
        "\(designs[index].letter) is the same as \($0) in every run: its changes make no difference to the estimate"
      }
    }
  }

  /// The letter of the first design with the same results. `nil` if the design itself is the first.
  func original(of index: Int) -> String? {
    guard let original = comparison?.originals[index], original != index else { return nil }
    return designs[original].letter
  }

  private var best: Design? { comparison.map { designs[$0.best] } }
  private var rival: Design? { comparison?.rival.map { designs[$0] } }
  private var sureness: (better: Double, worse: Double)? { comparison?.againstRival }

  /// The figures in which the best design differs from its rival.
  private var why: RichText? {
    guard let best else { return nil }
    guard let rival else { return "Why: no other design that may be chosen differs from it" }
    let differences = self.differences(from: rival, to: best) { figure in
      (figure.isBeyondNoise || figure.interval == nil)
        && figure.figure != FigureStatistic(.completion, .p50)
    }
    guard !differences.isEmpty else { return "Why: no figure differs from \(rival.letter) beyond the noise" }
    // Gains come before losses, and larger differences before smaller differences.
    let ordered =
      differences.filter { !$0.isWorse }.sorted { $0.size > $1.size }
      + differences.filter(\.isWorse).sorted { $0.size > $1.size }
    let parts = ordered.prefix(4).map { $0.text + ($0.isWorse ? " (worse)" : "") }
    return "Why: against \(rival.letter), \(parts.joined(separator: ", "))"
  }

  /// The devices for which the best design is the choice, and the choice of each other cohort.
  private var whom: RichText? {
    guard let comparison else { return nil }
    let cohorts = cohorts
    guard !cohorts.isEmpty else {
      return
        "For whom: devices of the scenario \(designs[0].estimate.scenario) only"
    }
    let all = cohorts.reduce(0) { $0 + $1.runs.count }
    func share(_ runs: Int) -> String { NumberFormat.roughShare(Double(runs) / Double(max(1, all))) }
    let others = cohorts.compactMap { cohort -> (devices: Int, text: String)? in
      let choice = cohort.best(among: designs, unless: comparison.best)
      guard choice != comparison.best else { return nil }
      return (
        cohort.runs.count, "\(designs[choice].letter) for \(cohort.scenario) (\(share(cohort.runs.count)))"
      )
    }
    guard !others.isEmpty else { return "For whom: every cohort of the population" }
    let agreeing = all - others.reduce(0) { $0 + $1.devices }
    return
      "For whom: \(share(agreeing)) of the devices; by themselves, other cohorts would choose \(DisplayText.list(others.map(\.text)))"
  }

  /// The share of draws that agree with the choice, and the parameters that decide the choice.
  private var howSure: RichText? {
    guard let rival else { return nil }
    guard let sureness else {
      return designs[0].estimate.isExact
        ? "How sure: exactly, because nothing is random"
        : "How sure: uncertain parameters were not drawn; 200 runs or more do so"
    }
    let causes =
      comparison?.causes.prefix(2).map { "\($0.parameter) (\(NumberFormat.share($0.share)))" } ?? []
    return
      "How sure: better than \(rival.letter) in \(NumberFormat.share(sureness.better)) of the values that are possible, worse in \(NumberFormat.share(sureness.worse))\(causes.isEmpty ? "" : "; it depends on \(DisplayText.list(Array(causes)))")"
  }

  private var tiles: XMLNode? {
    guard let best, let first = designs.first else { return nil }
    let reference =
      best.letter == first.letter
      ? nil : EstimatePage.Reference(name: first.letter, estimate: first.estimate)
    return EstimatePage(
      report: EstimateReport(best.policy.alternative.policy, subject: subject, best.estimate), runs: []
    ).tiles(against: reference)
  }

  private var words: XMLNode? {
    guard let best, !best.estimate.isExact else { return nil }
    var words = [
      (
        "A design",
        "is the policy with the values that the table shows; A is the policy as it is. The tiles are those of \(best.letter)."
      ),
      ("p50 and p95", "are the values that half and 95 of 100 of all cases do not exceed."),
      (
        "Better",
        "means more items valid and on time; if these differ by less than 0.5 %, done sooner; if that differs by less than 5 %, fewer launches; then less energy."
      ),
    ]
    if let prediction = best.estimate.prediction {
      words.append(
        (
          "The values that are possible",
          "are \(prediction.count) times another value of its published range for every parameter that nobody knows exactly, the same for all designs."
        ))
    }
    return PageParts.words(words)
  }

  // MARK: - Cohorts

  /// The runs of one kind of device of a population.
  struct Cohort {
    let scenario: String
    let runs: [Int]

    /// The design that delivers most to the cohort: `usual`, unless another design delivers more. Designs that deliver about the
    /// same are compared by lateness.
    func best(among designs: [Design], unless usual: Int?) -> Int {
      let allowed = designs.indices.filter { designs[$0].objections.isEmpty }
      let candidates = allowed.isEmpty ? Array(designs.indices) : allowed
      let scores = designs.map { score($0) }
      return candidates.reduce(usual ?? candidates.first ?? 0) { best, index in
        let (one, other) = (scores[index], scores[best])
        if abs(one.delivered - other.delivered) > Self.leastShare {
          return one.delivered > other.delivered ? index : best
        }
        return one.late < other.late * Self.leastRatio ? index : best
      }
    }

    /// Smaller differences between designs may be noise, because a cohort has only some of the runs.
    private static let leastShare = 0.01
    private static let leastRatio = 0.9

    private func score(_ design: Design) -> (delivered: Double, late: Double) {
      let transfers = design.policy.values.transfers
      let delivered = transfers.reduce(0) { $0 + mean($1[.validAndOnTimeShare]) }
      return (
        delivered / Double(max(1, transfers.count)),
        transfers.reduce(0) { $0 + (completion($1).p95 ?? (completion($1).count > 0 ? .infinity : 0)) }
      )
    }

    func completion(_ transfer: PairedRunResults.Transfer) -> Distribution {
      Distribution(groups: runs.map { transfer.completions[$0] })
    }

    func mean(_ values: [Double]) -> Double {
      runs.reduce(0) { $0 + values[$1] } / Double(max(1, runs.count))
    }
  }

  /// The cohorts of the population that have runs. Empty if all devices are alike.
  var cohorts: [Cohort] {
    guard let first = designs.first else { return [] }
    let settings = first.policy.settings
    return settings.day.cohorts(ofRuns: first.policy.values.runs, seed: settings.seed).filter {
      !$0.runs.isEmpty
    }
    .map { Cohort(scenario: $0.scenario, runs: $0.runs) }
  }
}
