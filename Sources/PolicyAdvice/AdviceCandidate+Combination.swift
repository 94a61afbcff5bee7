internal import PolicyModel

extension AdviceCandidate {
  /// The combination of two edits; `nil` if both edits change the same value.
  init?(_ first: AdviceCandidate, and second: AdviceCandidate) {
    let paths = first.edits.map(\.path.steps)
    guard
      !second.edits.contains(where: { edit in
        paths.contains { $0.starts(with: edit.path.steps) || edit.path.steps.starts(with: $0) }
      })
    else { return nil }
    let rest = second.title.prefix(1).lowercased() + second.title.dropFirst()
    let cautions = [first.caution, second.caution].compactMap(\.self)
    self.init(
      kind: .combination, title: "\(first.title), and \(rest)",
      why: first.why == second.why ? first.why : "\(first.why) \(second.why)",
      caution: cautions.isEmpty ? nil : cautions.joined(separator: ". "),
      subject: "\(first.subject) \(second.subject)",
      transfers: first.transfers + second.transfers.filter { !first.transfers.contains($0) },
      edits: first.edits + second.edits,
      parameters: first.parameters + second.parameters.filter { !first.parameters.contains($0) },
      waitingTransfers: first.waitingTransfers + second.waitingTransfers,
      wantedTask: first.wantedTask ?? second.wantedTask,
      isOnlyForUnmetGoals: first.isOnlyForUnmetGoals || second.isOnlyForUnmetGoals)
    parts = [first.title, second.title]
  }
}
