internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let codeBluetoothNotRestored = Rule(
    "BGP775", "code-bluetooth-not-restored", .code, .warning,
    summary: "A Bluetooth manager with a restore identifier or a method for the restored state, but not both",
    why: """
      Core Bluetooth keeps the state only of managers with a restore identifier, and gives the app its peripherals back only \
      through the method for the restored state.
      """,
    guide: RuleGuide(
      symptom: """
        After the system has ended the app, the app is not launched for its peripherals, or does not know them. Core Bluetooth \
        may log “has no restore identifier but the delegate implements the centralManager:willRestoreState: method. \
        Restoring will not be supported” (seen on iOS 10).
        """,
      seenIn: [.restorationMethod],
      related: ["code-bluetooth-mode-missing"]),
    citations: [.willRestoreState],
    triggers: [
      .withApp(
        """
        backgroundModes: [bluetooth-central]
        """,
        """
        import CoreBluetooth

        final class Lock: NSObject, CBCentralManagerDelegate {
          lazy var central = «CBCentralManager»(
            delegate: self, queue: nil, options: [CBCentralManagerOptionRestoreIdentifierKey: "lock"])

          func centralManagerDidUpdateState(_ central: CBCentralManager) {}
        }
        """),
      .withApp(
        """
        backgroundModes: [bluetooth-central]
        """,
        """
        import CoreBluetooth

        final class Lock: NSObject, CBCentralManagerDelegate {
          lazy var central = «CBCentralManager»(delegate: self, queue: nil)

          func centralManagerDidUpdateState(_ central: CBCentralManager) {}
          func centralManager(_ central: CBCentralManager, willRestoreState state: [String: Any]) { restore(state) }
        }
        """),
    ],
    passes: [
      .withApp(
        """
        backgroundModes: [bluetooth-central]
        """,
        """
        import CoreBluetooth

        final class Lock: NSObject, CBCentralManagerDelegate {
          lazy var central = CBCentralManager(
            delegate: self, queue: nil, options: [CBCentralManagerOptionRestoreIdentifierKey: "lock"])

          func centralManagerDidUpdateState(_ central: CBCentralManager) {}
          func centralManager(_ central: CBCentralManager, willRestoreState state: [String: Any]) { restore(state) }
        }
        """)
    ],
    check: .facts([.bluetooth]) { fact, code, _, context in
      guard let restores = fact[.restores], code.isComplete, let role = fact["role"]?.string else {
        return nil
      }
      let method = "\(role)Manager(_:willRestoreState:)"
      if fact["identifier"] != nil {
        guard !restores else { return nil }
        return context.diagnostic(
          at: fact.location, in: code,
          "The system restores this manager, and no code of the app receives the restored state",
          help: "implement \(method) in its delegate", severity: code.severityOfAbsence)
      }
      // The restoring method may belong to another manager.
      guard restores,
        !code.facts(.bluetooth).contains(where: { $0["identifier"] != nil && $0["role"]?.string == role }),
        code.unknownPackages.isEmpty
      else { return nil }
      let key = "CB\(role == "central" ? "Central" : "Peripheral")ManagerOptionRestoreIdentifierKey"
      return context.diagnostic(
        at: fact.location, in: code,
        "The system does not restore this manager, and the app has a method for its restored state",
        help: "pass \(key) in the options, or remove \(method)")
    }
  )
}
