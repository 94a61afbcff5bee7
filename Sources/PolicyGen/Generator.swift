package import PolicyModel

/// Compiles a policy to the files that an app builds with.
package enum Generator {
  /// The files of a policy without errors, sorted by path. Empty for a policy without an app.
  package static func files(for policy: Policy, provenance: Provenance) -> [GeneratedFile] {
    guard let context = GenerationContext(policy, provenance: provenance) else { return [] }
    let files = [
      SessionConfigurations.file(of: policy, in: context),
      TasksFile.file(of: policy, in: context),
      TaskScene.file(of: policy, in: context),
      InfoPlistFragment.file(of: policy, in: context),
      SimulationCommands.file(of: policy, in: context),
      TestPlan.file(of: policy, in: context),
      TransferSubmission.file(of: policy, in: context),
      TransferQueue.file(of: policy, in: context), TestingFile.file(of: policy, in: context),
      PushRequestsJSON.file(of: policy, in: context),
      ApplicationTasks.file(of: policy, in: context), RecorderFile.file(of: policy, in: context),
    ]
    let configurations = BuildConfigurationFile.file(in: context, besides: files.compactMap { $0 })
    let lists = EntitlementsFragments.files(of: policy, in: context) + projectSpec(of: policy, in: context)
    let processes =
      BackgroundHandler.files(of: policy, in: context) + BackgroundStart.files(of: policy, in: context)
      + WidgetEvents.files(of: policy, in: context)
    let runtime = context.importsRuntime ? [] : RuntimeFile.needed(by: policy, in: context).map(\.file)
    return (files + (processes + runtime).map(Optional.some) + [configurations] + lists).compactMap { $0 }
      .sorted {
        $0.path < $1.path
      }
  }
}

extension Generator {
  /// The entries of the property lists, in the format of the tool that creates the Xcode project.
  fileprivate static func projectSpec(of policy: Policy, in context: GenerationContext) -> [GeneratedFile] {
    switch policy.generate.projectSpec.value {
    case .none: []
    case .xcodegen: [XcodeGenFragment.file(of: policy, in: context)]
    case .tuist: [TuistSnippet.file(of: policy, in: context)]
    }
  }
}
