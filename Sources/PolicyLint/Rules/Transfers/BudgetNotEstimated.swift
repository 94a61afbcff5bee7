internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let budgetNotEstimated = Rule(
    "BGP308", "budget-not-estimated", .transfers, .warning, .defined,
    summary: "A budget for a transfer that can't be estimated",
    why: """
      An estimate needs the size and the count of a transfer's items, or the duration of one item. Without \
      them, the budget is neither met nor exceeded, so it checks nothing.
      """,
    guide: RuleGuide(
      ignoreWhen: "The size or the count will be known later, and the budget is meant for then.",
      related: ["task-byte-counts-missing"]),
    citations: [.policyLanguage],
    triggers: [
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d }
      transfers:
        media: { session: library }
        photos: { session: library, size: 4MB, count: unknown }
      budgets:
        «media»: { completion: { p95: 1d } }
        «photos»: { cellularBytesPerDay: 0MB }
      """
    ],
    passes: [
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d }
      transfers:
        media: { session: library }
        photos: { session: library, size: 4MB }
      budgets:
        photos: { completion: { p95: 1d } }
      """
    ],
    check: .policy { policy, context in
      policy.budgets.compactMap { budget in
        guard let transfer = context.index.transfer(named: budget.name.value),
          !transfer.isEstimable
        else { return nil }
        let unknown = transfer.unknownMeasures.joined(separator: " and ")
        return context.diagnostic(
          at: .key(budget.name.node),
          "The budget for \(budget.name.value) can't be checked, because the transfer's \(unknown) "
            + (transfer.unknownMeasures.count > 1 ? "are unknown" : "is unknown"),
          help: "add \(unknown) to the transfer, such as a range of sizes, or remove the budget",
          related: [(.key(transfer.name.node), "the transfer")])
      }
    }
  )
}
