internal import JSON
internal import PlatformFacts
internal import PolicySyntax
internal import Quantities

extension Scenario {
  static let keys = KeyTable(
    "scenario", { Scenario(name: .unnamed) },
    [
      Key(
        "extends", .string,
        """
        The scenario that this one changes: another one in this policy, or a built-in one, for example \
        commuter.
        """
      ) {
        $0.extends = $1
      },
      Key(
        "foreground", .list(of: .mapping(ForegroundVisit.keys)),
        """
        The exact times at which the app is in the foreground, from the start of the run, for example [{ \
        at: 8h, for: 2m }]. They replace the random times of foregroundSessions.
        """
      ) { $0.foreground = $1 },
    ] + ScenarioDay.entries.map { $0.within(\.days) } + [
      Key(
        "weekend", .mapping(ScenarioDay.keys),
        """
        The values that differ on Saturday and Sunday, for example { charging: [22:00-10:00] }. A window \
        belongs to the day on which it begins.
        """
      ) { $0.weekend = $1 },
      Key(
        "battery", .mapping(ScenarioBattery.keys),
        """
        How fast the battery drains and charges, for example { drainPerHour: 5% }. A device that is never \
        on power keeps its charge.
        """
      ) { $0.battery = $1 },
      Key("backgroundRefresh", .bool, "Whether Background App Refresh is on for the app.") {
        $0.backgroundRefresh = $1
      },
      Key(
        "rebootsPerWeek", .number(0...1_000),
        "How often the device restarts in a week, on average, for example 1."
      ) {
        $0.rebootsPerWeek = $1
      },
      Key(
        "use", .word(UseClass.self),
        "How much the app is used, which decides how often the system launches it for app refresh."
      ) { $0.use = $1 },
    ])
}

extension ScenarioDay {
  static let keys = KeyTable("scenarioDay", { ScenarioDay() }, entries)

  fileprivate static let entries: [Key<ScenarioDay>] = [
    Key(
      "foregroundSessions", .mapping(ForegroundSessions.keys),
      """
      How often and for how long the app is in the foreground, at random times, for example { perDay: 12, \
      duration: 2m }.
      """
    ) { $0.foregroundSessions = $1 },
    Key(
      "wifi", .list(of: .clockWindow),
      "When Wi-Fi is available, for example [19:00-07:00]. An empty list means never."
    ) {
      $0.wifi = $1
    },
    Key(
      "cellular", .list(of: .clockWindow),
      "When cellular is available, for example [00:00-24:00]. An empty list means never."
    ) { $0.cellular = $1 },
    Key(
      "hotspot", .list(of: .clockWindow),
      "When Wi-Fi that counts as expensive is available, such as another device's hotspot."
    ) { $0.hotspot = $1 },
    Key(
      "charging", .list(of: .clockWindow),
      "When the device is on power, for example [23:00-07:00]. An empty list means never."
    ) {
      $0.charging = $1
    },
    Key("lowPowerMode", .list(of: .clockWindow), "When Low Power Mode is on. An empty list means never.") {
      $0.lowPowerMode = $1
    },
    Key("lowDataMode", .list(of: .clockWindow), "When Low Data Mode is on. An empty list means never.") {
      $0.lowDataMode = $1
    },
    Key(
      "thermal", .list(of: .clockWindow),
      "When the device is so hot that its thermal state is serious or critical. An empty list means never."
    ) { $0.thermal = $1 },
    Key(
      "forceQuitShare", .share,
      "The share of visits after which the user force quits the app, for example 5%."
    ) {
      $0.forceQuitShare = $1
    },
    Key(
      "variation", .duration,
      """
      How much earlier or later all of these times, including inherited ones, are from day to day, for \
      example 30m. If omitted, the windows in this scenario are exact.
      """
    ) { $0.variation = $1 },
  ]
}

extension ScenarioBattery {
  static let keys = KeyTable(
    "scenarioBattery", { ScenarioBattery() },
    [
      Key("drainPerHour", .share, "The share of a full battery that an hour off power takes, for example 5%.")
      {
        $0.drainPerHour = $1
      },
      Key("chargePerHour", .share, "The share of a full battery that an hour on power adds, for example 50%.")
      {
        $0.chargePerHour = $1
      },
      Key(
        "atStart", .share,
        """
        The charge at the start of a run, for example 80%. If omitted, it follows from the time since the \
        device was on power.
        """
      ) { $0.atStart = $1 },
    ])
}

extension ForegroundSessions {
  static let keys = KeyTable(
    "foregroundSessions", { ForegroundSessions() },
    [
      Key(
        "perDay", .number(0...1_000), required: true,
        "The number of sessions in a day, on average, for example 12."
      ) {
        $0.perDay = $1
      },
      Key("duration", .duration, "The duration of a session, on average, for example 2m.") {
        $0.duration = $1
      },
      Key("between", .clockWindow, "The part of the day in which the sessions are, for example 07:00-23:00.")
      { $0.between = $1 },
    ], sample: MappingSample(before: "{ perDay: ", "12", after: " }") { Double($0) != nil })
}

extension ForegroundVisit {
  static let keys = KeyTable(
    "foregroundVisit", { ForegroundVisit() },
    [
      Key(
        "at", .duration, required: true, "When the session begins, from the start of the run, for example 8h."
      ) { $0.at = $1 },
      Key("for", .duration, required: true, "How long the session lasts, for example 2m.") {
        $0.duration = $1
      },
    ])
}

extension Shape<[PopulationShare]> {
  static var population: Shape {
    let share = Shape<Share>.share
    return Shape(schema: ["type": "object", "additionalProperties": share.schema()]) { node, lowering in
      lowering.lowerFreeKeys(at: node) { name, node, lowering in
        share.lower(node, &lowering).map {
          PopulationShare(scenario: Located(name, at: node), share: $0)
        }
      }
    }
  }
}
