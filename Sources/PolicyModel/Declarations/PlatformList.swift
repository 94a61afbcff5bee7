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

// MARK: - Watch apps

extension Policy {
  /// The systems on which a session exists, with their oldest versions.
  ///
  /// If the policy has a watch app, the sessions of the watch app exist on watchOS only, and all other sessions exist on
  /// the other systems only.
  package func systems(of session: Policy.Session) -> DeploymentTarget {
    let target = deploymentTarget(of: session)
    guard let watchOS = target[.watchOS], hasWatchApp else { return target }
    guard isForWatch(session) else { return target.withoutWatch }
    var watch = DeploymentTarget()
    watch[.watchOS] = watchOS
    return watch
  }

  /// The systems on which a task runs, with their oldest versions.
  ///
  /// If the policy has a watch app, tasks run on the systems other than watchOS.
  package func systems(of task: TaskRequest) -> DeploymentTarget {
    let target = deploymentTarget(of: task)
    return target[.watchOS] != nil && hasWatchApp ? target.withoutWatch : target
  }

  /// Whether a target is a watch app. The deployment target for watchOS then belongs to the watch app.
  package var hasWatchApp: Bool { targets.contains { $0.type?.value == .watchApp } }
}

extension DeploymentTarget {
  /// The deployment target without watchOS; unchanged if watchOS is the only system.
  package var withoutWatch: DeploymentTarget {
    var others = self
    others[.watchOS] = nil
    return others.platforms.isEmpty ? self : others
  }
}
