package import PolicyModel

/// The results of a run and of its variants as numbers, for an estimate whose runs are made in parts.
package struct RunRecord: Hashable, Sendable {
  /// The numbers, in an order that depends on the policy.
  package let numbers: [Double]

  /// The record of a run, from numbers that an earlier record had.
  package init(numbers: [Double]) { self.numbers = numbers }

  fileprivate init(_ sample: LimiterVariants.Sample) {
    var writer = RecordWriter()
    writer.write(sample.run)
    for bound in sample.bounds {
      writer.numbers.append(bound == nil ? 0 : 1)
      if let bound { writer.write(bound) }
    }
    numbers = writer.numbers
  }
}

extension Estimator {
  /// The number of runs that a thread makes at a time.
  private static let runsOfThread = 10

  /// The records of some runs of an estimate.
  package static func records(
    of runs: Range<Int>, _ policy: Policy, _ settings: Settings,
    on workers: some ParallelMap = SequentialMap()
  ) -> [RunRecord] {
    let variants = LimiterVariants(policy, settings)
    let blocks = runs.divided(into: runsOfThread)
    return workers.map(blocks, done: 0, of: blocks.count) { block in
      variants.samples(block).map(RunRecord.init)
    }.flatMap(\.self)
  }

  /// The estimate from the records of all of its runs, which equals an estimate that makes these runs; `nil` if a record
  /// does not fit the policy.
  package static func estimate(
    _ policy: Policy, _ settings: Settings, from records: [RunRecord],
    on workers: some ParallelMap = SequentialMap()
  ) -> Estimate? {
    let experiment = LimiterVariants(policy, settings).base
    let samples = records.compactMap { LimiterVariants.Sample($0, of: experiment) }
    guard samples.count == records.count else { return nil }
    var settings = settings
    settings.runs = samples.count
    return estimate(Computation(policy, settings, samples: samples), policy, settings, on: workers)
  }
}

extension LimiterVariants.Sample {
  /// The results in a record; `nil` if the record does not fit the experiment.
  fileprivate init?(_ record: RunRecord, of experiment: Experiment) {
    var reader = RecordReader(record.numbers)
    guard let run = reader.run(of: experiment) else { return nil }
    var bounds: [RunResult?] = []
    for _ in LimiterVariant.bounds(of: experiment.model.settings.limiter) {
      guard let differs = reader.number() else { return nil }
      guard differs != 0 else {
        bounds.append(nil)
        continue
      }
      guard let bound = reader.run(of: experiment) else { return nil }
      bounds.append(bound)
    }
    guard reader.isAtEnd else { return nil }
    self.init(run: run, bounds: bounds)
  }
}

/// Writes results as numbers.
private struct RecordWriter {
  var numbers: [Double] = []

  mutating func write(_ run: RunResult) {
    for work in run.works {
      numbers += [work.days, Double(work.backlogGrowth)]
      write(work.first)
      let jobs = work.jobs
      numbers.append(Double(jobs.count))
      for job in jobs { write(job) }
    }
    for launches in run.tasks + run.pushes { write(launches) }
  }

  private mutating func write(_ job: Job) {
    numbers += [
      Self.number(job.arises), Self.number(job.lastFinish), Double(job.finished), Double(job.expired),
      Double(job.missedDeadline), Double(job.spoiled), Double(job.launches), Double(job.held),
      job.wifiBytes, job.cellularBytes, job.radioTime, job.energy,
    ]
  }

  private mutating func write(_ launches: RunResult.Launches) {
    numbers += [
      launches.launchesPerDay, launches.startsPerDay, Self.number(launches.firstLaunch),
      Double(launches.cutOffs), launches.energyPerDay,
    ]
    numbers += launches.outcomes.numbers.map { Double($0) }
    numbers.append(Double(launches.agesAtOpen.count))
    numbers += launches.agesAtOpen
  }

  /// A time as a number: -1 for `nil`, and -2 for `never`.
  private static func number(_ time: Instant?) -> Double {
    time.map { $0 == .never ? -2 : Double($0) } ?? -1
  }
}

/// Reads the results that `RecordWriter` has written.
private struct RecordReader {
  private let numbers: [Double]
  private var position = 0

  init(_ numbers: [Double]) { self.numbers = numbers }

  var isAtEnd: Bool { position == numbers.count }

  mutating func number() -> Double? {
    guard position < numbers.count else { return nil }
    position += 1
    return numbers[position - 1]
  }

  private mutating func count() -> Int? { number().flatMap { Int(exactly: $0) } }

  /// A time, or `.some(nil)` for a time that was `nil`; `nil` at the end of the record.
  private mutating func time() -> Instant?? {
    guard let number = number(), let time = Instant(exactly: number) else { return nil }
    return .some(time == -1 ? nil : time == -2 ? .never : time)
  }

  mutating func run(of experiment: Experiment) -> RunResult? {
    let transfers = experiment.model.transfers
    var works: [TransferResult] = []
    for transfer in transfers.indices {
      guard let length = number(), let grown = count(), let first = job(of: transfer), let many = count(),
        (1...numbers.count).contains(many)
      else { return nil }
      var counted: [Job] = []
      for _ in 0..<many {
        guard let job = job(of: transfer) else { return nil }
        counted.append(job)
      }
      works.append(
        TransferResult(
          first: first, counted: counted, days: length, backlogGrowth: grown, of: transfers[transfer]))
    }
    var launches: [RunResult.Launches] = []
    let tasks = experiment.model.launches.taskOrder.count
    for _ in 0..<(tasks + experiment.model.launches.pushOrder.count) {
      guard let one = self.launches() else { return nil }
      launches.append(one)
    }
    return RunResult(
      works: works, transfers: transfers, tasks: Array(launches[..<tasks]), pushes: Array(launches[tasks...]),
      limiterEffects: LimiterEffects(own: experiment.model.settings.limiter))
  }

  private mutating func job(of transfer: Int) -> Job? {
    guard case .some(.some(let arises)) = time(), case .some(let lastFinish) = time(),
      let finished = count(), let expired = count(), let missed = count(), let spoiled = count(),
      let launches = count(), let held = count(), let wifi = number(), let cellular = number(),
      let radio = number(), let energy = number()
    else { return nil }
    var job = Job(transfer: transfer, start: arises)
    job.lastFinish = lastFinish
    (job.finished, job.expired, job.missedDeadline, job.spoiled) = (finished, expired, missed, spoiled)
    (job.launches, job.held) = (launches, Int64(held))
    (job.wifiBytes, job.cellularBytes, job.radioTime, job.energy) = (wifi, cellular, radio, energy)
    return job
  }

  private mutating func launches() -> RunResult.Launches? {
    guard let perDay = number(), let starts = number(), case .some(let first) = time(),
      let cutOffs = count(), let energy = number()
    else { return nil }
    var outcomes: [Int] = []
    for _ in 0..<PushOutcomes.numberCount {
      guard let count = count() else { return nil }
      outcomes.append(count)
    }
    guard let ages = count(), (0...numbers.count).contains(ages) else { return nil }
    var agesAtOpen: [Double] = []
    for _ in 0..<ages {
      guard let age = number() else { return nil }
      agesAtOpen.append(age)
    }
    return RunResult.Launches(
      launchesPerDay: perDay, startsPerDay: starts, firstLaunch: first, cutOffs: cutOffs,
      energyPerDay: energy, outcomes: PushOutcomes(numbers: outcomes),
      agesAtOpen: agesAtOpen)
  }
}
