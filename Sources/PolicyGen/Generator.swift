package import PolicyModel

/// Compiles a policy to the files that an app builds with.
package enum Generator {
  /// The files of a policy without errors, sorted by path; none for a policy without an app.
  package static func files(for policy: Policy, provenance: Provenance) -> [GeneratedFile] {
    guard let target = GenerationContext(policy, provenance: provenance) else { return [] }
    let files = [
      BackgroundHandler.file(of: policy, target),
      SessionConfigurations.file(of: policy, target),
      TasksFile.file(of: policy, target),
      TaskScene.file(of: policy, target),
      InfoPlistFragment.file(of: policy, target),
      SimulationCommands.file(of: policy, target),
      TestPlan.file(of: policy, target),
      SessionEvents.file(of: policy, target), TransferSubmission.file(of: policy, target),
      PushHandling.file(of: policy, target), PushRequestsJSON.file(of: policy, target),
      ApplicationTasks.file(of: policy, target), LogCategories.file(of: policy, target),
    ]
    let configurations = BuildConfigurationFile.file(target, besides: files.compactMap { $0 })
    let lists = EntitlementsFragments.files(of: policy, target) + projectSpec(of: policy, target)
    return (files + [configurations] + lists).compactMap { $0.map(Provenance.sealed) }.sorted {
      $0.path < $1.path
    }
  }
}

extension Generator {
  /// The property lists once more, as the tool wants them that makes the Xcode project.
  fileprivate static func projectSpec(of policy: Policy, _ target: GenerationContext) -> [GeneratedFile] {
    switch policy.generate.projectSpec.value {
    case .none: []
    case .xcodegen: [XcodeGenFragment.file(of: policy, target)]
    case .tuist: [TuistSnippet.file(of: policy, target)]
    }
  }
}
