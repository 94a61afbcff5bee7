internal import JSON
internal import PlatformFacts
internal import PolicySyntax
internal import Quantities

extension Scenario {
  static let keys = KeyTable(
    "scenario", { Scenario(name: .unnamed) },
    [
      Key("extends", .string, "The scenario that it changes: another one of this policy, or a built-in one.")
      {
        $0.extends = $1
      },
      Key(
        "foreground", .list(of: .mapping(ForegroundVisit.keys)),
        "When exactly the app is in the foreground, from the start of the run, instead of at random times."
      ) { $0.foreground = $1 },
    ] + ScenarioDay.entries.map { $0.within(\.days) } + [
      Key(
        "weekend", .mapping(ScenarioDay.keys),
        "What is different on Saturday and Sunday; a window belongs to the day on which it begins."
      ) { $0.weekend = $1 },
      Key(
        "battery", .mapping(ScenarioBattery.keys),
        "How fast the battery empties and fills; a device that is never on power keeps what it has."
      ) { $0.battery = $1 },
      Key("backgroundRefresh", .bool, "Whether Background App Refresh is on for the app.") {
        $0.backgroundRefresh = $1
      },
      Key("rebootsPerWeek", .number(0...1_000), "How often the device starts anew, on average.") {
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
      "How often and how long the app is in the foreground, at random times."
    ) { $0.foregroundSessions = $1 },
    Key("wifi", .list(of: .clockWindow), "When there is Wi-Fi, as 19:00-07:00; an empty list means never.") {
      $0.wifi = $1
    },
    Key(
      "cellular", .list(of: .clockWindow), "When there is cellular; an empty list means never."
    ) { $0.cellular = $1 },
    Key(
      "hotspot", .list(of: .clockWindow),
      "When there is Wi-Fi that counts as expensive, such as another device's hotspot."
    ) { $0.hotspot = $1 },
    Key("charging", .list(of: .clockWindow), "When the device is on power; an empty list means never.") {
      $0.charging = $1
    },
    Key("lowPowerMode", .list(of: .clockWindow), "When Low Power Mode is on; an empty list means never.") {
      $0.lowPowerMode = $1
    },
    Key("lowDataMode", .list(of: .clockWindow), "When Low Data Mode is on; an empty list means never.") {
      $0.lowDataMode = $1
    },
    Key(
      "thermal", .list(of: .clockWindow),
      "When the device is so hot that its thermal state is serious or critical; an empty list means never."
    ) { $0.thermal = $1 },
    Key("forceQuitShare", .share, "The share of visits after which the user ends the app, as 5%.") {
      $0.forceQuitShare = $1
    },
    Key(
      "variation", .duration,
      """
      By how much all of these times come earlier or later from day to day, those that are taken over too; left out, \
      the windows that are written here are exact.
      """
    ) { $0.variation = $1 },
  ]
}

extension ScenarioBattery {
  static let keys = KeyTable(
    "scenarioBattery", { ScenarioBattery() },
    [
      Key("drainPerHour", .share, "The share of a full battery that an hour off power takes, as 5%.") {
        $0.drainPerHour = $1
      },
      Key("chargePerHour", .share, "The share of a full battery that an hour on power gives, as 50%.") {
        $0.chargePerHour = $1
      },
      Key(
        "atStart", .share,
        "What is left at the start of a run; left out, it follows from the time since the device was on power."
      ) { $0.atStart = $1 },
    ])
}

extension ForegroundSessions {
  static let keys = KeyTable(
    "foregroundSessions", { ForegroundSessions() },
    [
      Key("perDay", .number(0...1_000), required: true, "How many times a day, on average.") {
        $0.perDay = $1
      },
      Key("duration", .duration, "How long each time, on average.") { $0.duration = $1 },
      Key("between", .clockWindow, "In which part of the day, as 07:00-23:00.") { $0.between = $1 },
    ], sample: MappingSample("{ perDay: ", "12", " }") { Double($0) != nil })
}

extension ForegroundVisit {
  static let keys = KeyTable(
    "foregroundVisit", { ForegroundVisit() },
    [
      Key("at", .duration, required: true, "When it begins, from the start of the run.") { $0.at = $1 },
      Key("for", .duration, required: true, "How long it lasts.") { $0.duration = $1 },
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
