internal import PolicySyntax

extension CompletionAnalysis {
  /// The outcome of work for which a call takes a closure of its own, by the argument's label.
  enum Outcome {
    case success, failure
    /// The label does not name an outcome.
    case any

    init(_ label: String?) {
      let label = label?.lowercased() ?? ""
      self =
        label.contains("fail") || label.contains("error")
        ? .failure
        : label.isEmpty || ["success", "reply", "onnext", "receivevalue"].contains(where: label.contains)
          ? .success : .any
    }

    /// The place of a closure that forgets to complete the task. Such a closure is for one outcome, and only the closure for the other
    /// outcome completes the task. `nil` if no closure forgets the task, or if the call does not take a closure for each outcome.
    static func forgotten(
      among arguments: [Argument], where done: Set<ObjectIdentifier>, _ names: Names
    ) -> Position? {
      guard !done.isEmpty else { return nil }
      let closures = arguments.compactMap { argument in
        argument.value.core.closure.map { (Outcome(argument.label), argument.value, $0) }
      }
      let outcomes = Set(closures.filter { done.contains(ObjectIdentifier($0.2)) }.map(\.0))
      guard outcomes == [.success] || outcomes == [.failure] else { return nil }
      let other: Outcome = outcomes == [.success] ? .failure : .success
      let own = closures.filter { $0.0 == other }
      // Without a label, only a closure beside a closure for the failure is known to be for the success.
      guard own.count == 1, let closure = own.first?.2, let value = own.first?.1,
        other == .failure || arguments.contains(where: { $0.value === value && $0.label != nil }),
        !names.mentionsTask(in: value)
      else { return nil }
      return closure.position
    }
  }
}
