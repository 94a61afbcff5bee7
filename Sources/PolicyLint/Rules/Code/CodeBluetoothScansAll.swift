internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let codeBluetoothScansAll = Rule(
    "BGP788", "code-bluetooth-scans-all", .code, .warning,
    summary: "A scan for all Bluetooth services in an app with the background mode for it",
    why: "In the background, Core Bluetooth discovers only peripherals with services that the scan names.",
    guide: RuleGuide(
      symptom: "No error: peripherals are discovered only while the app is in the foreground.",
      ignoreWhen: "The app scans only in the foreground, and needs the mode for connected peripherals.",
      swift: "central.scanForPeripherals(withServices: [CBUUID(string: \"180D\")])",
      related: ["code-bluetooth-mode-missing"]),
    citations: [.bluetoothScan],
    triggers: [
      .withApp(
        """
        backgroundModes: [‹bluetooth-central→location›]
        """,
        """
        import CoreBluetooth

        public func scan(_ central: CBCentralManager) {
          «central.scanForPeripherals»(withServices: nil)
        }
        """)
    ],
    passes: [
      .withApp(
        """
        backgroundModes: [bluetooth-central]
        """,
        """
        import CoreBluetooth

        public func scan(_ central: CBCentralManager) {
          central.scanForPeripherals(withServices: [CBUUID(string: "180D")])
        }
        """)
    ],
    check: .code { code, policy, context in
      let scans = code.facts(.bluetoothScan)
      guard policy.placedBackgroundModes.contains(where: { $0.value == "bluetooth-central" }),
        let first = scans.first, scans.allSatisfy({ $0[.allServices] == true })
      else { return [] }
      return [
        context.diagnostic(
          at: first.location, in: code,
          "A scan for all services discovers nothing while the app is in the background",
          help: "pass the services of the peripherals",
          // An app that connects may scan only in the foreground.
          severity: first[.connects] == true || !code.isComplete ? .info : nil)
      ].compactMap(\.self)
    }
  )
}
