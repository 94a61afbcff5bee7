internal import LanguageServer
internal import PolicySim

/// The threads on which the language server estimates policies and runs the tool.
struct BackgroundWork {
  /// The longest time that a hover waits for an estimate, in seconds.
  private static let patience = 2.0

  private let report: @Sendable (BackgroundEvent) -> Void
  /// The number of the newest estimate of each document. Older estimates of the document stop.
  private let current = Guarded<[String: Int]>([:])

  init(_ report: @escaping @Sendable (BackgroundEvent) -> Void) { self.report = report }

  /// Starts an estimate. An older estimate of the document stops.
  func start(_ job: EstimateJob) {
    let (report, current) = (report, current)
    current.use { $0[job.document] = job.number }
    let isStarted = System.startThread { Self.estimate(job, current, report) }
    if !isStarted { report(.abandoned(document: job.document, number: job.number)) }
  }

  /// Stops the estimate of a document.
  func cancelEstimate(of document: String) { current.use { $0[document] = nil } }

  private static func estimate(
    _ job: EstimateJob, _ current: Guarded<[String: Int]>,
    _ report: @escaping @Sendable (BackgroundEvent) -> Void
  ) {
    let isCurrent = { @Sendable in current.use { $0[job.document] == job.number } }
    let end = System.monotonicSeconds + patience
    let isDelayed = Guarded(false)
    var computation = Estimator.Computation(job.policy, job.settings)
    let total = max(1, computation.allBlocks)
    while !computation.isDone {
      let made = computation
      let results = System.map(made.nextBlocks, jobs: System.processorCount) { block in
        guard isCurrent() else { return Estimator.Computation.BlockResults?.none }
        let results = made.results(of: block)
        let isFirst = isDelayed.use { isDelayed in
          guard !isDelayed, System.monotonicSeconds > end else { return false }
          isDelayed = true
          return true
        }
        if isFirst { report(.delayed(document: job.document, number: job.number)) }
        return results
      }
      let finished = results.compactMap(\.self)
      guard finished.count == results.count, isCurrent() else { return }
      // An estimate that reached the event limit has no figures. Requests that wait for such an estimate are answered without figures.
      guard Estimator.excess(of: job.policy, job.settings) == nil else {
        return report(.abandoned(document: job.document, number: job.number))
      }
      computation.add(finished)
      report(
        .progressed(
          document: job.document, number: job.number, percent: 100 * computation.doneBlocks / total))
    }
    report(.estimated(document: job.document, number: job.number, computation.estimate))
  }

  /// Runs the tool as a job says.
  func start(_ job: CommandJob) {
    let report = report
    let failed = BackgroundEvent.ran(number: job.number, status: nil, output: "The tool can't be started")
    let isStarted = System.startThread {
      guard let program = System.ownPath,
        let result = try? System.run(program, job.words, limit: 1 << 24)
      else {
        report(failed)
        return
      }
      report(
        .ran(
          number: job.number, status: result.status,
          output: String(decoding: result.output, as: UTF8.self)))
    }
    if !isStarted { report(failed) }
  }
}
