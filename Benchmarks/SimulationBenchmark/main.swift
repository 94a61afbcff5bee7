// Runs the reference load so many times on so many threads, in whole simulations or on their kernel alone, and prints what
// the runs did and how long they took.
//
// SimulationBenchmark whole|kernel RUNS THREADS < POLICY

internal import PolicyModel
internal import PolicySyntax

let arguments = CommandLine.arguments
guard arguments.count == 4, let runs = Int(arguments[2]), let threads = Int(arguments[3]), threads > 0 else {
  fatalError("SimulationBenchmark whole|kernel RUNS THREADS < POLICY")
}

var text = ""
while let line = readLine(strippingNewline: false) { text += line }
let reading = PolicyReader.read(SourceText(name: "<stdin>", text: text))
guard let policy = reading.policy, reading.diagnostics.isEmpty, let day = DeviceDay("reference", in: policy)
else {
  fatalError("The reference policy can't be read: \(reading.diagnostics)")
}
let settings = Estimator.Settings(day: day, parameters: Parameters(nil, policy.modelOverrides))
let kernel = arguments[1] == "whole" ? nil : ReferenceLoad(policy, settings)
guard kernel != nil || arguments[1] == "whole" else { fatalError("The policy is no reference load") }

/// Makes all runs, in one part for each thread.
func work(on threads: Int) async -> Workload {
  let bounds = (0...threads).map { runs * $0 / threads }
  return await withTaskGroup(of: Workload.self) { group in
    for thread in 0..<threads {
      let range = bounds[thread]..<bounds[thread + 1]
      group.addTask { [policy, settings, kernel] in
        kernel?.runs(range, seed: settings.seed) ?? Workload(policy, settings, runs: range)
      }
    }
    var sum = Workload()
    for await part in group { sum = sum + part }
    return sum
  }
}

// The main thread takes its leave when it first waits, for which the system sorts the descriptions of all functions.
try await Task.sleep(for: .milliseconds(200))
let start = ContinuousClock.now
let total = await work(on: threads)
let elapsed = ContinuousClock.now - start
let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) * 1e-18
print(
  """
  {"runs": \(total.runs), "events": \(total.steps), "launches": \(total.launches), "finished": \(total.finished), \
  "held": \(total.held), "seconds": \(seconds)}
  """)
