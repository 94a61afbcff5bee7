import PolicyModel
import Quantities
import TestSupport
import Testing

@testable import PolicySim

/// Recurring work is measured on a device that has been in use, and work that starts in the foreground begins in a visit.
@Suite struct SteadyStateTests {
  private static let day = 86_400.0
  /// Bytes a second over Wi-Fi.
  private static let rate = 2.5e6

  /// A device with Wi-Fi and power at all times, whose user never opens the app.
  private static func estimate(
    _ transfer: String,
    scenario: String = "wifi: [00:00-24:00], charging: [00:00-24:00], foregroundSessions: { perDay: 0 }",
    session: String = "isDiscretionary: true", runs: Int = 20
  ) throws -> TransferEstimate {
    let policy = try Lab.policy(
      """
      schema: 1
      app: { name: Lab, bundleIdentifier: com.example.lab }
      sessions:
        session:
          { identifier: com.example.lab, httpMaximumConnectionsPerHost: 1, \(session) }
      transfers: { work: { session: session, \(transfer) } }
      scenarios: { day: { extends: commuter, variation: 0s, \(scenario) } }
      """)
    var settings = Estimator.Settings(
      day: try #require(DeviceDay("day", in: policy)),
      parameters: try Lab.parameters([
        "wifi_budget": "5GB", "wifi.throughput": "2.5MB", "throughput.spread": "0", "request.wait": "0s",
      ]))
    settings.runs = runs
    return try #require(Estimator.estimate(policy, settings).transfers.first)
  }

  /// Seconds from the n-th time that the work comes up, counted from 0, until all bytes of this work are sent. Work is sent
  /// in order, 5 GB a day, at the beginning of each day.
  private static func completion(_ number: Int, gigabytes: Double) -> Double {
    let whole = gigabytes * Double(number + 1)
    let daysBefore = gigabytes <= 5 ? Double(number) : (whole / 5).rounded(.up) - 1
    let rest = gigabytes <= 5 ? gigabytes : whole - 5 * daysBefore
    return daysBefore * day + rest * 1e9 / rate - Double(number) * day
  }

  /// If 80 % of a budget are used, the twentieth day is like the first.
  @Test func workUnderItsBudgetKeepsUp() throws {
    let transfer = try Self.estimate(
      "direction: upload, source: file, size: 4GB, every: 1d, startedIn: background")
    #expect(transfer.recurs)
    #expect(transfer.backlog == nil)
    for distribution in [transfer.completion, transfer.firstCompletion] {
      #expect(abs(try #require(distribution.p50) - 1_600) < 1)
      #expect(abs(try #require(distribution.p99) - 1_600) < 1)
    }
  }

  /// If work needs 160 % of a budget, 3 GB a day remain, and the work of each day waits longer than the work of the day before.
  @Test func workOverItsBudgetFallsBehind() throws {
    let transfer = try Self.estimate(
      "direction: upload, source: file, size: 8GB, resumable: true, every: 1d, startedIn: background, validFor: 4d",
      session: "isDiscretionary: true, allowsCellularAccess: false, timeoutIntervalForResource: 60d")
    let expected = (7...27).map { Self.completion($0, gigabytes: 8) }
    #expect(transfer.completion.count == 20 * 21)
    #expect(abs(try #require(transfer.firstCompletion.p50) - Self.completion(0, gigabytes: 8)) < 1)
    #expect(abs(try #require(transfer.completion.least) - expected[0]) < 1)
    #expect(abs(try #require(transfer.completion.p50) - expected[10]) < 1)
    #expect(abs(try #require(transfer.completion.quantile(1)) - expected[20]) < 1)
    let backlog = try #require(transfer.backlog)
    #expect(backlog.cause == .byteBudget(offered: 8e9, allowed: 5e9))
    #expect(abs(backlog.bytesPerDay - 3e9) < 1)
    // A day of the device has no more bytes than its budget.
    #expect(abs(transfer[.wifiBytesPerDay] - 5e9) < 1)
    let late = Double(expected.count { $0 > 4 * Self.day }) / 21
    #expect(abs(transfer[.expiredShare] - late) < 1e-9)
  }

  /// The runs show a backlog that no byte budget explains: 2 hours of transfers come up every hour.
  @Test func runsShowWhatNoBudgetExplains() throws {
    let transfer = try Self.estimate(
      "size: 1kB, duration: 2h, every: 1h, startedIn: background",
      session: "isDiscretionary: true, timeoutIntervalForResource: 60d")
    #expect(transfer.backlog?.cause == .growth)
    #expect(abs(try #require(transfer.backlog?.bytesPerDay) - 12e3) < 1.2e3)
  }

  /// A transfer's bytes a day are the bytes of one occurrence of its work, divided by the period, whichever days the estimate counts.
  @Test(arguments: ["1h", "30h", "2d", "4d", "6d", "7d", "9d"])
  func bytesADayAreThoseOfAnOccurrence(_ period: String) throws {
    let perDay = Self.day / (try #require(TimeSpan(period)).seconds)
    let transfer = try Self.estimate(
      "direction: upload, source: file, size: 1MB, every: \(period), startedIn: background")
    #expect(abs(transfer[.wifiBytesPerDay] - 1e6 * perDay) < 1, "\(transfer[.wifiBytesPerDay])")
    let energy = transfer[.energyPerDay]
    let daily = try Self.estimate(
      "direction: upload, source: file, size: 1MB, every: 1d, startedIn: background")[.energyPerDay]
    #expect(abs(energy - daily * perDay) < 0.01 * daily * perDay, "\(energy)")
  }

  /// Rare visits cause no backlog, because each visit submits all waiting work. How long the work waits does not depend on the start of the
  /// run.
  @Test(arguments: [0.1, 0.2, 0.3, 1]) func rareVisitsTakeAllThatWaits(_ perDay: Double) throws {
    let transfer = try Self.estimate(
      "size: 1MB, every: 1d",
      scenario:
        "wifi: [00:00-24:00], charging: [00:00-24:00], foregroundSessions: { perDay: \(perDay), duration: 5m }",
      session: "isDiscretionary: false", runs: 100)
    #expect(transfer.backlog == nil)
    // The days until the next visit have a geometric distribution; the time of the work within a day adds up to half a day.
    let mean = 1 / perDay
    let waits = try #require(transfer.completion.mean) / Self.day
    #expect((0.75 * mean - 0.6...1.25 * mean + 0.6).contains(waits), "\(waits)")
  }

  /// Work that starts in the foreground comes up when the user opens the app, and the app stays open for the whole foreground session.
  @Test func foregroundWorkBeginsInAVisit() throws {
    let visits =
      "wifi: [00:00-24:00], charging: [00:00-24:00], foregroundSessions: { perDay: 6, duration: 5m }"
    let open = try Self.estimate(
      "size: 1MB", scenario: visits, session: "isDiscretionary: false", runs: 100)
    #expect(open.launches.quantile(1) == 0)
    #expect(try #require(open.completion.quantile(1)) < 10)
    let closed = try Self.estimate(
      "size: 1MB, startedIn: background", scenario: visits, session: "isDiscretionary: false", runs: 100)
    #expect(try #require(closed.launches.mean) > 0.9)
  }

  /// Daily work waits for a user who opens the app every four days, and the wait counts; the first occurrence does not wait.
  @Test func recurringWorkWaitsForAVisit() throws {
    let transfer = try Self.estimate(
      "size: 1MB, every: 1d, deadline: 1d",
      scenario:
        "wifi: [00:00-24:00], charging: [00:00-24:00], foregroundSessions: { perDay: 0.25, duration: 5m }",
      runs: 60)
    #expect(try #require(transfer.firstCompletion.p95) < 10)
    // A day has a visit with a probability of one quarter, so the wait has a geometric distribution with a median of about a
    // day and a half.
    let median = try #require(transfer.completion.p50)
    #expect((1.2 * Self.day...3 * Self.day).contains(median), "\(median)")
    #expect(transfer[.missedDeadlineShare] > 0.5)
  }

  /// If the user never opens the app, work that starts in the foreground never starts.
  @Test func foregroundWorkWithoutAVisitNeverBegins() throws {
    let transfer = try Self.estimate("size: 1MB")
    #expect(transfer.neverCompletes)
    #expect(transfer[.unfinishedShare] == 1)
  }
}
