import PolicyModel
import Quantities
import Testing

@testable import PolicySim

/// Throughputs by direction, and their differences between devices.
@Suite struct ThroughputTests {
  private static func model(
    _ transfers: String, day: String = "extends: lab", _ model: [String: String] = [:]
  ) throws -> SimulationModel {
    let policy = try Lab.policy(
      """
      schema: 1
      app: { name: Lab, bundleIdentifier: com.example.lab }
      sessions: { session: { identifier: com.example.lab } }
      transfers: { \(transfers) }
      scenarios: { day: { \(day) } }
      """)
    return SimulationModel(
      policy, on: try #require(DeviceDay("day", in: policy)), try Lab.parameters(model),
      measuring: .firstTimes)
  }

  private static func ends(_ model: SimulationModel) -> [String: Double] {
    let run = Simulation(model, seed: 1, run: 0).ran()
    return Dictionary(
      uniqueKeysWithValues: run.jobs.map {
        (model.transfers[$0.transfer].name, Double($0.lastFinish ?? -1) / 1_000)
      })
  }

  /// Transfers of 25 MB. Wi-Fi carries 2.5 MB a second in both directions; cellular carries 1.25 MB a second down and 0.75 MB a second up.
  @Test(
    arguments: [
      ("download", "", [:], 10.0), ("upload", "", [:], 10), ("download", ", wifi: []", [:], 20),
      ("upload", ", wifi: []", [:], 33.334), ("upload", "", ["wifi.throughput": "5MB"], 5),
      ("upload", "", ["wifi.throughput": "5MB", "wifi.throughput.up": "1MB"], 25),
      ("upload", ", wifi: []", ["lte.throughput": "5MB"], 5),
      ("download", "", ["wifi.throughput.up": "1MB"], 10),
    ] as [(String, String, [String: String], Double)])
  func directionsHaveTheirThroughputs(
    _ direction: String, _ day: String, _ model: [String: String], _ end: Double
  ) throws {
    let model = try Self.model(
      "work: { session: session, size: 25MB, direction: \(direction) }", day: "extends: lab\(day)", model)
    #expect(Self.ends(model) == ["work": end])
  }

  /// Both transfers have half of the network for 20 s. Then the download of 25 MB and 12.5 MB of the upload are done, and
  /// the upload has the whole network.
  @Test func directionsShareTheNetwork() throws {
    let model = try Self.model(
      """
      down: { session: session, size: 25MB, direction: download }, \
      up: { session: session, size: 25MB, direction: upload }
      """, ["wifi.throughput.up": "1.25MB"])
    #expect(Self.ends(model) == ["down": 20, "up": 30])
  }

  /// Half of all devices are slower than the typical device; a twentieth has less than e^(−1.645 · 0.8) = 0.268 of the
  /// typical throughput, and a twentieth more than 3.728 times the typical throughput.
  @Test(arguments: [false, true]) func factorsAreLogNormal(_ isCellular: Bool) throws {
    let model = try Self.model("work: { session: session, size: 1MB }", day: "extends: commuter")
    let factors = (0..<4_000).map { run -> Double in
      let rates = model.linkRates(seed: 3, run: run)
      return isCellular ? rates.cellular.download / 1_250 : rates.wifi.download / 2_500
    }
    for (share, factor) in [(0.05, 0.2682), (0.5, 1.0), (0.95, 3.728)] {
      let below = Double(factors.count { $0 < factor }) / Double(factors.count)
      #expect(
        abs(below - share) < 5 * (share * (1 - share) / Double(factors.count)).squareRoot(),
        "\(share): \(below)")
    }
  }

  /// A device's factor is the same for both directions and for any typical throughput; the factor for cellular is different.
  @Test func factorsAreTheDevices() throws {
    let (slow, fast) = (
      try Self.model("work: { session: session, size: 1MB }", day: "extends: commuter"),
      try Self.model(
        "work: { session: session, size: 1MB }, more: { session: session, size: 1MB }",
        day: "extends: commuter", ["wifi.throughput": "5MB"])
    )
    for run in 0..<50 {
      let (left, right) = (slow.linkRates(seed: 1, run: run), fast.linkRates(seed: 1, run: run))
      #expect(abs(right.wifi.download / left.wifi.download - 2) < 1e-9)
      #expect(abs(right.wifi.upload / left.wifi.upload - 2) < 1e-9)
      #expect(right.cellular.upload == left.cellular.upload)
      #expect(abs(left.wifi.download / 2_500 - left.cellular.download / 1_250) > 1e-9)
    }
  }

  /// All devices are the same without a spread, with durations, and in the lab.
  @Test(
    arguments: [
      ("size: 1MB", "extends: commuter", ["throughput.spread": "0"]),
      ("duration: 5s", "extends: commuter", [:]),
      ("size: 1MB", "extends: lab", [:]),
    ] as [(String, String, [String: String])])
  func typicalDevicesAreAlike(_ item: String, _ day: String, _ model: [String: String]) throws {
    let model = try Self.model("work: { session: session, \(item) }", day: day, model)
    #expect(Set((0..<20).map { model.linkRates(seed: 1, run: $0).wifi.upload }) == [2_500])
  }

  /// The radio of a device with half the typical throughput is busy for half of a transfer. The transfer takes the energy of
  /// the typical device, plus tail power for the other half of the time.
  @Test func slowRadiosWait() throws {
    let model = try Self.model(
      "work: { session: session, size: 25MB, direction: upload }", day: "extends: kiosk", ["launch_J": "0"])
    let slow = model.settings.wifiRates.times(0.5)
    #expect(slow.busyShare == 0.5 && slow.upload == 1_250)
    #expect(model.settings.wifiRates.times(2).busyShare == 1)
    let radio = model.settings.wifiRadio
    let (typical, halved) = (radio.busy(for: 1), radio.busy(for: 0.5))
    #expect(typical.sendPower == radio.sendPower && typical.receivePower == radio.receivePower)
    // 10 s at 1.3 W; 20 s of which 10 s are at 1.3 W and 10 s at 0.12 W.
    #expect(abs(10 * typical.sendPower - 13) < 1e-9)
    #expect(abs(20 * halved.sendPower - 14.2) < 1e-9)
  }
}
