internal import PolicyAdvice
internal import PolicyModel
internal import PolicySim
internal import PolicySyntax

extension AdviceReport {
  /// The advice as a page: the result, four tiles about the unchanged policy, and a section for each
  /// proposal.
  var html: String {
    let before = advisor.before
    let estimate = EstimatePage(
      report: EstimateReport(before.alternative.policy, subject: subject, before.paired.estimate), runs: [])
    let proposals = advisor.proposals.enumerated().map { index, proposal in
      ReportPage.Section(
        id: "proposal-\(index + 1)", title: "\(index + 1). \(DisplayText.line(proposal.candidate.title))",
        parts: Document(blocks: blocks(about: proposal)).htmlParts)
    }
    let rest = [
      advisor.unmet.isEmpty
        ? nil
        : ReportPage.Section(
          id: "unmet", title: "Budgets that no edit keeps", parts: Document(blocks: [unmetList]).htmlParts),
      advisor.rejections.isEmpty
        ? nil
        : ReportPage.Section(
          id: "rejected", title: "Tried and rejected", parts: Document(blocks: [rejectionList]).htmlParts),
    ]
    return ReportPage(
      title: "\(DisplayText.line(subject)): advice", about: headline + ".",
      head: [answer] + [estimate.tiles, words(estimate)].compactMap(\.self),
      sections: proposals + rest.compactMap(\.self)
    ).text
  }

  private var answer: XMLNode {
    // The headline has the title of a single proposal.
    let titles =
      advisor.proposals.count < 2
      ? []
      : advisor.proposals.enumerated().map { index, proposal in
        RichText("\(index + 1). \(proposal.candidate.title)")
      }
    let isMet = !advisor.before.verdicts.contains(where: \.isViolated)
    return PageParts.answer(
      !advisor.unmet.isEmpty ? .bad : advisor.proposals.isEmpty && isMet ? .good : .uncertain,
      RichText(bestEdit ?? conclusion),
      (advisor.proposals.isEmpty ? [] : [RichText(conclusion)]) + titles
        + (advisor.proposals.isEmpty ? [] : [nextStep]) + [lint.sentence].compactMap(\.self))
  }

  private func words(_ estimate: EstimatePage) -> XMLNode? {
    guard !advisor.before.paired.isExact else { return nil }
    return PageParts.words([
      ("The tiles", "are those of the policy as it is."),
      ("p50 and p95", "are the values that half and 95 of 100 of all cases do not exceed."),
      ("The 95 % interval", "of a difference comes from the same random numbers before and after the edit."),
    ])
  }
}
