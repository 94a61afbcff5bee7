package import PlatformFacts

/// The systems that a part of a policy lists.
package typealias PlatformList = Located<[Located<Platform>]>

extension Platform: StringEnum {}

extension DeploymentTarget {
  /// The deployment target limited to the systems of a list; unchanged without a list.
  package func limited(to list: PlatformList?) -> DeploymentTarget {
    guard let list else { return self }
    var limited = DeploymentTarget()
    for platform in list.value { limited[platform.value] = self[platform.value] }
    return limited
  }
}

extension Policy {
  /// The systems that a session is for, with their oldest versions.
  package func deploymentTarget(of session: Policy.Session) -> DeploymentTarget {
    guard let app = app?.value.deploymentTarget else { return DeploymentTarget() }
    if session.platforms == nil, session.target.isDefault { return app }
    return app.limited(to: target(of: session)?.platforms).limited(to: session.platforms)
  }

  /// The systems that a task is for, with their oldest versions.
  package func deploymentTarget(of task: TaskRequest) -> DeploymentTarget {
    (app?.value.deploymentTarget ?? DeploymentTarget()).limited(to: task.platforms)
  }
}
