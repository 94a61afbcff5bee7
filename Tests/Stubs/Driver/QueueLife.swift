import FakeDevice
import FoundationBG
import UIKit

/// A long life of an app with queues and of its share extension. A seed decides the order of events.
///
/// After each step, the checks require that no item is lost, that the server receives no item twice, that no item waits while the session
/// can take another item, and that a process cancels only unwanted items of its own queues.
@MainActor
public final class QueueLife {
  public static let shared = QueueLife()

  /// A queue of the policy.
  struct Queue {
    let name: String
    let session: String
    let owner: String
    /// The maximum number of items of this queue that the session transfers at the same time.
    let limit: Int
  }

  static let queues = [
    Queue(name: "photos", session: "com.example.queues.library", owner: "app", limit: 3),
    Queue(name: "tiles", session: "com.example.queues.library", owner: "app", limit: 1),
    Queue(name: "shared", session: "com.example.queues.share", owner: "share", limit: .max),
  ]
  static let sessions = ["com.example.queues.library", "com.example.queues.share"]

  /// The state of an item, as the server and the app's handler see it.
  struct Item {
    let queue: Int
    var isWanted = true
    var told = 0
    var successes = 0
    /// The wait after an end of the item that the app has not received yet.
    var wait: Double?
    /// The earliest time at which the item can be submitted.
    var notBefore = 0.0
    /// Whether the end of the item may have been lost: a process on a locked device may have received the end, and ended itself.
    var mayRepeat = false
    /// The time from which the queue could have submitted the item.
    var freeSince: Double?
  }

  var device: Device { .shared }
  var kill: KillSwitch { .shared }
  var random = Seeded(state: 0)
  var processes: [String: any DrivenApp] = [:]
  var suspended: [String: Device.SuspendedProcess] = [:]
  /// The process that runs.
  var current: String?
  var items: [String: Item] = [:]
  var added = 0
  var isLocked = false
  var isRefusing = false
  var kills = 0
  var repeats = 0
  var problems: [String] = []

  /// Runs the life for a number of steps, and returns the first problems.
  public func run(_ app: any DrivenApp, seed: UInt64, steps: Int) -> [String] {
    Executor.shared.install()
    FakeSystem.shared.isPrinting = false
    Driver.shared.listener = self
    device.reset()
    device.keepsTimersApart = true
    device.foreignSessions = [Self.sessions[1]]
    device.onCancel = { task in MainActor.assumeIsolated { QueueLife.shared.noteCancel(of: task) } }
    random = Seeded(state: seed)
    processes = ["app": app, "share": app]
    for step in 1...steps {
      let action = Action.allCases[random.below(Action.allCases.count)]
      perform(action)
      settle()
      check()
      if !problems.isEmpty || !device.broken.isEmpty {
        return ["step \(step), \(action.rawValue), with \(current ?? "no process"):"] + problems
          + device.broken
      }
    }
    comeToAnEnd()
    return problems + ["\(items.count) items, \(kills) ends"]
  }

  // MARK: - Names and files

  /// A process that starts on a locked device keeps the end of an item only in memory, until it can read the queue.
  func noteLock(for id: String) { items[id]?.mayRepeat = true }

  func isOpen(_ id: String) -> Bool { items[id]?.isWanted == true && items[id]?.told == 0 }

  func owner(of id: String) -> String { items[id].map { Self.queues[$0.queue].owner } ?? "" }

  static func name(of task: SubmittedTask) -> String {
    task.description?.split(separator: "/").last.map(String.init) ?? ""
  }

  /// The folders of all queues that have a folder.
  var folders: [String] {
    let data = ProcessInfo.processInfo.environment["XDG_DATA_HOME"] ?? "/nowhere"
    let all = FileManager.default.enumerator(atPath: data)?.compactMap { $0 as? String } ?? []
    return all.filter { path in
      let name = path.split(separator: "/").last ?? ""
      return Self.queues.contains { name.hasPrefix("\($0.name)-") } && !name.contains(".")
    }.map { data + "/" + $0 }.sorted()
  }
}

/// A generator of random numbers from a seed (SplitMix64).
struct Seeded {
  var state: UInt64

  mutating func below(_ bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((bits ^ (bits >> 31)) % UInt64(bound))
  }
}
