internal import AppFacts
internal import PolicySyntax

extension Recognizer {
  /// Cancellations and lists of pending requests, and private selectors that simulate launches.
  static let taskCancellations = Recognizer { program in
    var facts: [CodeFact] = []
    let requests = CancelledRequests(program)
    let times = CancellationTimes(program)
    func submissions(before call: Call) -> [FactEntry] {
      requests.submissions(before: call).map { submission in
        let place = submission.location
        return FactEntry(.submission, "\(place.file):\(place.line)", at: place)
      }
    }
    for call in program.callsByName["cancel"] ?? [] {
      guard let identifier = call["taskRequestWithIdentifier"] else { continue }
      for builder in FactBuilder.builders(for: identifier, in: call.frame, program) {
        facts.append(
          builder.fact(
            .taskCancellation, at: call,
            [FactEntry("identifier", builder.text(identifier, in: call.frame))] + submissions(before: call)
              + times.entries(for: call)))
      }
    }
    let builder = FactBuilder(program)
    for call in program.callsByName["cancelAllTaskRequests"] ?? [] {
      facts.append(
        builder.fact(.taskCancellation, at: call, submissions(before: call) + times.entries(for: call)))
    }
    for name in ["getPendingTaskRequests", "pendingTaskRequests"] {
      for call in program.callsByName[name] ?? [] where isScheduler(call.base, in: call.frame, program) {
        facts.append(builder.fact(.pendingTaskRequests, at: call, []))
      }
    }
    for (expression, text, frame) in program.privateSelectors {
      let value = FactValue(.string(text), .literal, at: frame.body.location(expression.position))
      facts.append(
        builder.fact(.privateSelector, at: expression.position, in: frame, [FactEntry("selector", value)]))
    }
    return facts
  }
}
