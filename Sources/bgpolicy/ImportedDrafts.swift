internal import AppFacts
internal import PolicyImport
internal import PolicyLint
internal import PolicyModel
internal import PolicyPipeline
internal import PolicyReports
internal import PolicySyntax
internal import RepositoryFiles

/// The policies of an import, compared with their app before they are written.
struct ImportedDrafts {
  /// The comparison of each policy with the app, in order. `nil` for a base policy, which has no app.
  private(set) var drift: [ImportedDrift?] = []
  /// The faults in the app of each policy, in order. `nil` for a base policy.
  private(set) var faults: [ImportedFaults?] = []
  /// The findings of all policies as a baseline. Errors that the import itself causes are left out, because
  /// they end with the policies' TODOs.
  let baseline: Baseline
  /// The number of recorded findings of each severity, as reports have them, in words.
  let recorded: String
  /// Whether all policies are in the app's folder, where commands find them without a path.
  let areInAppFolder: Bool

  /// Compares policies with the app from whose facts they were imported.
  ///
  /// `paths` are the paths at which the policies will be written.
  init(
    _ policies: [(path: String, policy: ImportedPolicy)], _ facts: AppFacts, app: String, factsFile: String?,
    _ access: FileAccess
  ) {
    let policyFiles = PolicyFiles(access).sharing(among: policies.map(\.path))
    let appFiles = access.app(at: app)
    let texts = Dictionary(
      policies.map { (RelativePath.normalized($0.path), $0.policy.yaml) },
      uniquingKeysWith: { first, _ in first })
    var found: [(finding: Finding, sources: [SourceText])] = []
    var counted: [Finding] = []
    var lists = ParsedPropertyLists()
    // The drafts of one folder are compared with the same app.
    var apps: [String: AppReading] = [:]
    for (path, policy) in policies {
      guard policy.target != nil else {
        drift.append(nil)
        faults.append(nil)
        continue
      }
      let pipeline = policyFiles.pipeline(of: path, with: texts)
      var policyReading = pipeline.read(SourceText(name: path, text: policy.yaml), sharing: &lists)
      let folder = AppReader.folder(app, besides: path)
      let reading =
        apps[folder]
        ?? AppReading(facts, in: folder, requiresTexts: factsFile == nil) { name in
          try? appFiles.readRegularFile(name, limit: AppReader.fileLimit)
        }
      apps[folder] = reading
      policyReading.add(app: .success(reading))
      let findings = pipeline.lint(policyReading, on: Linting.today)
      let isOwn = { (finding: Finding) in Self.isOwn(finding, of: policy, in: policyReading) }
      let ofApp = findings.filter { !isOwn($0) }
      found += ofApp.map { ($0, policyReading.sources) }
      counted += LintReport.File(findings: ofApp, sources: policyReading.sources).findings
      faults.append(
        ImportedFaults(
          findings, in: policyReading.sources, undecided: Linter.undecidedRules(in: policyReading),
          isOwn: isOwn))
      let command = Self.command(path, app: app, factsFile: factsFile)
      drift.append(ImportedDrift(findings, in: policyReading.sources, command: command))
    }
    baseline = Baseline(of: found)
    recorded = ImportedFaults.counts(counted)
    areInAppFolder = policies.allSatisfy { Self.isInFolder(of: app, $0.path) }
  }

  /// Whether the import itself causes a finding: the policy lacks a value that a TODO leaves open.
  private static func isOwn(_ finding: Finding, of policy: ImportedPolicy, in reading: PolicyReading) -> Bool
  {
    guard finding.severity == .error, finding.diagnostic.span.source.index < reading.policySources.count
    else {
      return false
    }
    let path = finding.diagnostic.path
    return finding.breaksShape
      || policy.summary.todos.contains { todo in
        todo.path == path || !path.isEmpty && todo.path.hasPrefix(path + ".")
      }
  }

  /// The command that compares a policy with the app.
  private static func command(_ path: String, app: String, factsFile: String?) -> String {
    ShellText.command(
      ["bgpolicy", "drift", ShellText.operand(path)]
        + (isInFolder(of: app, path) ? [] : ["--app", ShellText.operand(app)])
        + (factsFile.map { ["--facts", $0] } ?? []))
  }

  /// Whether a policy is in the app's folder, where commands find it without a path.
  private static func isInFolder(of app: String, _ path: String) -> Bool {
    RelativePath.normalized(RelativePath.folder(of: path) + ".") == RelativePath.normalized(app)
  }
}
