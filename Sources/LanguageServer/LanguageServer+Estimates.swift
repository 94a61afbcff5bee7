internal import JSON
internal import PlatformFacts
internal import PolicyEditing
internal import PolicyLint
internal import PolicyModel
internal import PolicyReports
internal import PolicySim
internal import PolicySyntax

// The answers that need an estimate, and the estimates in the background.
extension LanguageServer {
  // MARK: - Requests

  mutating func hover(_ params: JSONValue, id: JSONValue) throws(ResponseError) -> [Effect] {
    guard let document = try document(params) else { return [.send(.answer(to: id, .null))] }
    let offset = try offset(in: params, document)
    guard let analysis = analysis(of: document.name) else { return [.send(.answer(to: id, .null))] }
    guard let text = hoverText(at: offset, document, analysis), text.transfer != nil,
      currentEstimate(of: document.name) == nil, let job = job(for: document.name, analysis)
    else { return [.send(.answer(to: id, hover(at: offset, document, analysis)))] }
    return wait(
      Deferred(
        id: id, document: document.name, number: analysis.number, kind: .hover(offset: offset), token: nil),
      job)
  }

  mutating func hints(_ params: JSONValue, id: JSONValue) throws(ResponseError) -> [Effect] {
    guard let document = try document(params), document.isPolicy, settings.showsHints else {
      return [.send(.answer(to: id, .null))]
    }
    guard let ends = params["range"]?.range else {
      throw ResponseError(.invalidParams, "The request has no range")
    }
    let range = document.text.range(ends.start, ends.end)
    guard let analysis = analysis(of: document.name) else { return [.send(.answer(to: id, .null))] }
    if currentEstimate(of: document.name) == nil, let job = job(for: document.name, analysis) {
      return wait(
        Deferred(
          id: id, document: document.name, number: analysis.number, kind: .hints(range),
          token: params["workDoneToken"]), job)
    }
    return [.send(.answer(to: id, hints(in: range, document, analysis)))]
  }

  /// The estimate of the current text of a document; `nil` if no estimate of the text has been made.
  private func currentEstimate(of name: String) -> Estimate? {
    guard let known = estimates[name], known.number == analyses[name]?.number else { return nil }
    return known.estimate
  }

  /// The estimate that a policy needs; `nil` if the shape of the policy is invalid, or if the policy has nothing to estimate.
  private func job(for name: String, _ analysis: Analysis) -> EstimateJob? {
    guard let policy = analysis.reading.policy, !analysis.findings.contains(where: \.breaksShape),
      !policy.transfers.isEmpty, withoutEstimate[name] != analysis.number,
      let day = settings.scenario.flatMap({ DeviceDay($0, in: policy) })
        ?? DeviceDay(PlatformFacts.usualScenarioName, in: policy)
    else { return nil }
    let estimator = Estimator.Settings(
      of: policy, on: day, Parameters(nil, policy.modelOverrides), runs: settings.runs)
    // An estimate with too much work is left to `bgpolicy estimate`, which reports the excess.
    guard Estimator.certainExcess(of: policy, estimator) == nil else { return nil }
    return EstimateJob(document: name, number: analysis.number, policy: policy, settings: estimator)
  }

  /// Makes an answer wait for an estimate. The estimate begins now, unless another answer already waits for the estimate.
  private mutating func wait(_ one: Deferred, _ job: EstimateJob) -> [Effect] {
    let isRunning = deferred.contains { $0.document == one.document && $0.number == one.number }
    deferred.append(one)
    return begin(one) + (isRunning ? [] : [.estimate(job)])
  }

  // MARK: - Background

  /// The effects of an event of the work in the background.
  package mutating func finish(_ event: BackgroundEvent) -> [Effect] {
    switch event {
    case .progressed(let document, let number, let percent):
      return waiting(for: document, number).compactMap { one in
        one.token.map { .progress($0, ["kind": "report", "percentage": .number(percent)]) }
      }
    case .delayed(let document, let number):
      // A user waits for hints, but doesn't wait long for a hover text.
      let hovers = waiting(for: document, number).filter { if case .hover = $0.kind { true } else { false } }
      return answer(hovers)
    case .abandoned(let document, let number):
      withoutEstimate[document] = number
      return answer(waiting(for: document, number))
    case .estimated(let document, let number, let estimate):
      guard analyses[document]?.number == number else { return [] }
      estimates[document] = (number, estimate)
      return answer(waiting(for: document, number))
    case .ran(let number, let status, let output): return finishCommand(number, status: status, output)
    }
  }

  private func waiting(for document: String, _ number: Int) -> [Deferred] {
    deferred.filter { $0.document == document && $0.number == number }
  }

  private mutating func answer(_ waiting: [Deferred]) -> [Effect] {
    var effects: [Effect] = []
    for one in waiting {
      deferred.removeAll { $0.id == one.id }
      effects += end(one)
      guard let document = documents[one.document], let analysis = analyses[one.document] else { continue }
      let result =
        switch one.kind {
        case .hints(let range): hints(in: range, document, analysis)
        case .hover(let offset): hover(at: offset, document, analysis)
        }
      effects.append(.send(.answer(to: one.id, result)))
    }
    return effects
  }

  private func begin(_ one: Deferred) -> [Effect] {
    one.token.map { [.progress($0, ["kind": "begin", "title": "Estimating", "percentage": 0])] } ?? []
  }

  /// Ends the progress report of an answer that was waiting for an estimate.
  func end(_ one: Deferred) -> [Effect] {
    one.token.map { [.progress($0, ["kind": "end"])] } ?? []
  }

  /// Cancels a request that waits.
  mutating func cancel(_ id: JSONValue) -> [Effect] {
    guard let one = deferred.first(where: { $0.id == id }) else { return [] }
    deferred.removeAll { $0.id == id }
    let answer = Effect.send(
      .answer(to: id, ResponseError(.requestCancelled, "The request was cancelled")))
    let isLast = waiting(for: one.document, one.number).isEmpty
    return end(one) + [answer] + (isLast ? [.cancelEstimate(of: one.document)] : [])
  }

  // MARK: - Results

  private func hoverText(at offset: Int, _ document: Document, _ analysis: Analysis) -> HoverText? {
    HoverText(at: offset, in: document.source, analysis.reading, analysis.findings, reference)
  }

  private func hover(at offset: Int, _ document: Document, _ analysis: Analysis) -> JSONValue {
    guard let text = hoverText(at: offset, document, analysis) else { return .null }
    var parts: [String] = []
    if let transfer = text.transfer {
      let name = "**`\(transfer)`**"
      if let estimate = currentEstimate(of: document.name), let policy = analysis.reading.policy {
        let words = EstimateHints(policy, estimate)
        let lines = text.isOfBudget ? words.budgetLines(of: transfer) : words.lines(of: transfer)
        if !lines.isEmpty {
          parts.append(
            "\(name) in the scenario \(estimate.scenario)\n\n"
              + lines.map { "- \($0)" }.joined(separator: "\n"))
        }
      }
    }
    if !text.markdown.isEmpty { parts.append(text.markdown) }
    guard !parts.isEmpty else { return .null }
    return [
      "contents": markup(parts.joined(separator: "\n\n---\n\n"), isMarkdown: client.takesMarkdownInHover),
      "range": document.text.json(text.range),
    ]
  }

  private func hints(in range: Range<Int>, _ document: Document, _ analysis: Analysis) -> JSONValue {
    guard let policy = analysis.reading.policy, let estimate = currentEstimate(of: document.name) else {
      return .array([])
    }
    let words = EstimateHints(policy, estimate)
    let nodes = analysis.reading.nodes
    let names =
      policy.transfers.map { ($0.name, words.hint(of: $0.name.value)) }
      + policy.budgets.map { ($0.name, words.budgetHint(of: $0.name.value)) }
    let hints = names.compactMap { name, hint -> (offset: Int, text: String)? in
      let span = nodes.span(at: .key(name.node))
      guard let hint, span.source.index == 0 else { return nil }
      // The hint is after the colon, which is nearly always at the end of the name's line.
      let line = document.text.content(ofLine: document.text.line(ofByte: span.range.upperBound))
      let end = document.text.bytes[span.range.upperBound..<line.upperBound].firstIndex(of: UInt8(ascii: ":"))
      let offset = end.map { $0 + 1 } ?? span.range.upperBound
      return range.lowerBound <= offset && offset <= range.upperBound ? (offset, hint) : nil
    }
    return .array(
      hints.sorted { $0.offset < $1.offset }.map {
        [
          "position": document.text.position(ofByte: $0.offset).json, "label": .string($0.text),
          "paddingLeft": true,
        ]
      })
  }
}

extension Effect {
  /// A report of progress for a client's token.
  static func progress(_ token: JSONValue, _ value: JSONValue) -> Effect {
    .send(.notification("$/progress", ["token": token, "value": value]))
  }
}
