package import PolicyModel
package import PolicySyntax

/// How a rule finds what it is about.
///
/// Most rules look at one thing at a time: the linter walks through the policy once and shows each thing to all of them.
package enum RuleCheck: Sendable {
  /// The reader and the lowering find it, because it is about the shape of the text.
  case shape
  /// The lowering finds it while it puts build settings in the place of their names.
  case buildSettings
  /// The comments that suppress findings.
  case suppressions
  /// The policy's own requirements, which carry their own names.
  case requirements
  /// It takes the whole policy.
  case policy(@Sendable (Policy, RuleContext) -> [Diagnostic])
  /// One session at a time.
  case sessions(@Sendable (Session, Policy, RuleContext) -> Diagnostic?)
  /// One key of a session at a time.
  case sessionKeys(@Sendable (WrittenKey, Session, Policy, RuleContext) -> Diagnostic?)
  /// One background session at a time.
  case backgroundSessions(@Sendable (Session, Policy, RuleContext) -> Diagnostic?)
  /// One session at a time that is no background session.
  case foregroundSessions(@Sendable (Session, Policy, RuleContext) -> Diagnostic?)
  /// One `BGTaskRequest` at a time.
  case tasks(@Sendable (TaskRequest, Policy, RuleContext) -> Diagnostic?)
  /// One `BGTaskRequest` of a type at a time.
  case tasksOfType(TaskType, @Sendable (TaskRequest, Policy, RuleContext) -> Diagnostic?)
  /// One `UIApplication` background task at a time.
  case backgroundTasks(@Sendable (UIBackgroundTask, Policy, RuleContext) -> Diagnostic?)
  /// One push at a time.
  case pushes(@Sendable (Push, Policy, RuleContext) -> Diagnostic?)
  /// One transfer at a time, with the session that carries it.
  case transfers(@Sendable (Transfer, Session, Policy, RuleContext) -> Diagnostic?)
  /// One entry of `backgroundModes` at a time.
  case backgroundModes(@Sendable (Located<BackgroundMode>, Policy, RuleContext) -> Diagnostic?)
  /// One entry of `permittedIdentifiers` at a time.
  case permittedIdentifiers(@Sendable (Located<PermittedIdentifier>, Policy, RuleContext) -> Diagnostic?)
  /// One property list of the app's own at a time, beside what the policy decides of it.
  case appFiles(@Sendable (ComparedFile, Policy, RuleContext) -> [Diagnostic])
}
