package import AppFacts
package import PolicyModel
package import PolicySyntax

/// The function that finds a rule's diagnostics. The case says which declarations the function gets.
///
/// Most rules check one declaration at a time. The linter walks through the policy once and passes each
/// declaration to the rules that check it.
package enum RuleCheck: Sendable {
  /// No function: the reader and the lowering report problems of the text's shape.
  case shape
  /// No function: the lowering reports the problem when it substitutes build settings.
  case buildSettings
  /// No function: the reader of suppression comments reports the problem.
  case suppressions
  /// No function: the check of the policy's requirements reports the problem under the name of the
  /// requirement.
  case requirements
  /// No function: the linter reports the problem when it compares the policy with the reading of its app.
  case reading
  /// The whole policy.
  case policy(@Sendable (Policy, RuleContext) -> [Diagnostic])
  /// One session at a time.
  case sessions(@Sendable (Policy.Session, Policy, RuleContext) -> Diagnostic?)
  /// One key of a session at a time.
  case sessionKeys(@Sendable (WrittenKey, Policy.Session, Policy, RuleContext) -> Diagnostic?)
  /// One background session at a time.
  case backgroundSessions(@Sendable (Policy.Session, Policy, RuleContext) -> Diagnostic?)
  /// One session at a time that is not a background session.
  case foregroundSessions(@Sendable (Policy.Session, Policy, RuleContext) -> Diagnostic?)
  /// One `BGTaskRequest` at a time.
  case tasks(@Sendable (TaskRequest, Policy, RuleContext) -> Diagnostic?)
  /// One `BGTaskRequest` of a type at a time.
  case tasksOfType(TaskType, @Sendable (TaskRequest, Policy, RuleContext) -> Diagnostic?)
  /// One `UIApplication` background task at a time.
  case backgroundTasks(@Sendable (UIBackgroundTask, Policy, RuleContext) -> Diagnostic?)
  /// One push at a time.
  case pushes(@Sendable (Policy.Push, Policy, RuleContext) -> Diagnostic?)
  /// One transfer at a time, with the session that carries it.
  case transfers(@Sendable (Policy.Transfer, Policy.Session, Policy, RuleContext) -> Diagnostic?)
  /// One entry of `backgroundModes` at a time.
  case backgroundModes(@Sendable (Located<BackgroundMode>, Policy, RuleContext) -> Diagnostic?)
  /// One entry of `permittedIdentifiers` at a time.
  case permittedIdentifiers(@Sendable (Located<PermittedIdentifier>, Policy, RuleContext) -> Diagnostic?)
  /// One property list of the app at a time, with the policy's values for it.
  case appFiles(@Sendable (ComparedFile, Policy, RuleContext) -> [Diagnostic])
  /// One fact of some kinds from the app's code at a time.
  case facts([FactKind], @Sendable (CodeFact, ReleaseCode, Policy, RuleContext) -> Diagnostic?)
  /// The app's code as a whole.
  case code(@Sendable (ReleaseCode, Policy, RuleContext) -> [Diagnostic])
}
