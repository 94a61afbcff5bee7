package import JSON
internal import PolicyGen
internal import PolicySim

extension EstimateReport {
  /// A run in the trace event format of Chrome, which Perfetto opens. Lanes are threads, and times are in
  /// microseconds.
  package func chromeTrace(_ run: ChosenRun) -> JSONValue {
    let timeline = Timeline(run.trace)
    var writer = ChromeTraceWriter()
    writer.addProcess("device", lanes: timeline.device)
    writer.addApp(timeline)
    writer.addProcess("transfers", lanes: timeline.transfers)
    writer.addInstants(run.trace.events)
    return [
      "displayTimeUnit": "ms",
      "otherData": [
        "tool": .string("bgpolicy \(ToolVersion.current)"), "subject": .string(subject),
        "scenario": .string(estimate.scenario), "seed": .int(Int64(bitPattern: estimate.seed)),
        "run": .int(Int64(run.trace.run + 1)),
        "clockAtStart": run.trace.clock.map { .string(TraceText.clock($0)) } ?? .null,
      ],
      "traceEvents": .array(writer.events),
    ]
  }
}

/// The events of a trace, process by process.
private struct ChromeTraceWriter {
  private(set) var events: [JSONValue] = []
  private var processes: Int64 = 0
  /// The thread of the app's launches.
  private var launchThread: (process: Int64, thread: Int64) = (0, 0)

  /// Adds a process whose threads are lanes, with a slice for each span.
  mutating func addProcess(_ name: String, lanes: [Timeline.Lane]) {
    guard !lanes.isEmpty else { return }
    let process = nameProcess(name)
    for (index, lane) in lanes.enumerated() {
      let thread = Int64(index + 1)
      nameThread(lane.name, process: process, thread: thread)
      for span in lane.spans {
        add(
          phase: "X", name: Self.name(of: span.state, in: lane), process: process, thread: thread,
          at: span.start,
          members: [
            JSONMember("cat", .string(name)), JSONMember("dur", Self.microseconds(span.end - span.start)),
          ])
      }
    }
  }

  /// Adds the app's launches as instants, and the limiter's delay as a counter.
  mutating func addApp(_ timeline: Timeline) {
    let process = nameProcess("app")
    nameThread("launches", process: process, thread: 1)
    nameThread("other events", process: process, thread: 2)
    launchThread = (process, 1)
    for launch in timeline.launches {
      let name = "\(TraceText.kind(of: launch.cause)) \(TraceText.cause(launch.cause))"
      instant(name, process: process, thread: 1, at: launch.time, category: "launch")
    }
    for delay in timeline.delays {
      add(
        phase: "C", name: "limiter's delay (s)", process: process, thread: 1, at: delay.time,
        members: [JSONMember("args", ["seconds": .double(Double(delay.delay) / 1_000)])])
    }
  }

  /// Adds all other events as instants, each with its sentence.
  mutating func addInstants(_ events: [TraceEvent]) {
    for event in events {
      switch event.kind {
      case .cutOff, .delayForgotten, .budgetSpent, .pushStored, .forceQuit, .reboot, .failed:
        instant(
          TraceText.sentence(event), process: launchThread.process, thread: 2, at: event.time,
          category: "event")
      case .condition, .submitted, .heldLonger, .began, .paused, .finished, .launched: break
      }
    }
  }

  private mutating func instant(
    _ name: String, process: Int64, thread: Int64, at time: Int64, category: String
  ) {
    add(
      phase: "i", name: name, process: process, thread: thread, at: time,
      members: [JSONMember("cat", .string(category)), JSONMember("s", "t")])
  }

  private mutating func nameProcess(_ name: String) -> Int64 {
    processes += 1
    metadata("process_name", process: processes, thread: 0, values: ["name": .string(name)])
    metadata("process_sort_index", process: processes, thread: 0, values: ["sort_index": .int(processes)])
    return processes
  }

  private mutating func nameThread(_ name: String, process: Int64, thread: Int64) {
    metadata("thread_name", process: process, thread: thread, values: ["name": .string(name)])
    metadata("thread_sort_index", process: process, thread: thread, values: ["sort_index": .int(thread)])
  }

  private mutating func metadata(_ name: String, process: Int64, thread: Int64, values: JSONValue) {
    add(
      phase: "M", name: name, process: process, thread: thread, at: 0, members: [JSONMember("args", values)])
  }

  private mutating func add(
    phase: String, name: String, process: Int64, thread: Int64, at time: Int64, members more: [JSONMember]
  ) {
    events.append(
      .object(
        [
          JSONMember("ph", .string(phase)), JSONMember("name", .string(name)),
          JSONMember("pid", .int(process)), JSONMember("tid", .int(thread)),
          JSONMember("ts", Self.microseconds(time)),
        ] + more))
  }

  private static func microseconds(_ milliseconds: Int64) -> JSONValue {
    let product = milliseconds.multipliedReportingOverflow(by: 1_000)
    return .int(product.overflow ? .max : product.partialValue)
  }

  private static func name(of state: Timeline.State, in lane: Timeline.Lane) -> String {
    switch state {
    case .on: lane.name
    case .wire: "on the wire"
    case .held: "held by the limiter"
    case .waiting: "waiting"
    }
  }
}
