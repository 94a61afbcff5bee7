internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let codeBluetoothIdentifierShared = Rule(
    "BGP831", "code-bluetooth-identifier-shared", .code, .warning,
    summary: "Two Bluetooth managers with the same restore identifier",
    why: """
      The system keeps the state of a manager by its restore identifier. Each identifier has to be unique, so that the system can tell the \
      managers apart.
      """,
    guide: RuleGuide(
      symptom: "No error: after a relaunch, the wrong manager may get the peripherals, or none.",
      ignoreWhen: "The app makes only one of the managers while it runs.",
      related: ["code-bluetooth-not-restored"]),
    citations: [.bluetoothBackground],
    triggers: [
      .withApp(
        """
        backgroundModes: [bluetooth-central]
        """,
        """
        import CoreBluetooth

        final class Lock: NSObject, CBCentralManagerDelegate {
          lazy var central = CBCentralManager(
            delegate: self, queue: nil, options: [CBCentralManagerOptionRestoreIdentifierKey: "com.example"])

          func centralManagerDidUpdateState(_ central: CBCentralManager) {}
          func centralManager(_ central: CBCentralManager, willRestoreState state: [String: Any]) { restore(state) }
        }

        final class Sensor: NSObject, CBCentralManagerDelegate {
          lazy var central = «CBCentralManager»(
            delegate: self, queue: nil, options: [CBCentralManagerOptionRestoreIdentifierKey: "com.example‹→.sensor›"])

          func centralManagerDidUpdateState(_ central: CBCentralManager) {}
          func centralManager(_ central: CBCentralManager, willRestoreState state: [String: Any]) { restore(state) }
        }
        """)
    ],
    passes: [
      .withApp(
        """
        backgroundModes: [bluetooth-central, bluetooth-peripheral]
        """,
        """
        import CoreBluetooth

        final class Beacon: NSObject, CBCentralManagerDelegate, CBPeripheralManagerDelegate {
          lazy var central = CBCentralManager(
            delegate: self, queue: nil, options: [CBCentralManagerOptionRestoreIdentifierKey: "com.example"])
          lazy var peripheral = CBPeripheralManager(
            delegate: self, queue: nil, options: [CBPeripheralManagerOptionRestoreIdentifierKey: "com.example"])

          func centralManagerDidUpdateState(_ central: CBCentralManager) {}
          func centralManager(_ central: CBCentralManager, willRestoreState state: [String: Any]) { restore(state) }
          func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {}
          func peripheralManager(_ peripheral: CBPeripheralManager, willRestoreState state: [String: Any]) { restore(state) }
        }
        """)
    ],
    check: .facts([.bluetooth]) { fact, code, policy, context in
      guard let identifier = code.identifier(of: fact, in: policy), let type = fact.scope.first else {
        return nil
      }
      // One type may make its manager anew at a second place.
      let other = code.facts(.bluetooth).first {
        $0.location < fact.location && $0["role"]?.string == fact["role"]?.string
          && code.identifier(of: $0, in: policy) == identifier && code.shareATarget($0, fact)
          && $0.scope.first != nil && $0.scope.first != type && $0.conditions == fact.conditions
      }
      guard let other else { return nil }
      return context.diagnostic(
        at: fact.location, in: code,
        "Another Bluetooth manager has the restore identifier \(identifier), too",
        help: "give each manager an identifier of its own", related: [(other.location, "the other manager")])
    }
  )
}
