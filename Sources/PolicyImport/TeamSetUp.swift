internal import PolicySyntax

/// Files that run bgpolicy before each commit and in CI, for the policies of an import.
///
/// Their commands run at the root of the repository, to which all paths are relative.
package struct TeamSetUp: Equatable, Sendable {
  /// The path of the configuration of pre-commit.
  package static let hooksFile = ".pre-commit-config.yaml"
  /// The path of the workflow for GitHub Actions.
  package static let workflowFile = ".github/workflows/background-policy.yml"

  /// The arguments that the commands share, as a shell reads them: a baseline, and the app's folder or policies that are not found.
  private let arguments: String
  /// The version of bgpolicy that CI builds.
  private let version: String

  /// A set-up whose commands have shared arguments, in the form of a shell.
  package init(arguments: String, version: String) {
    self.arguments = arguments
    self.version = version
  }

  /// The words in the first line of every file, by which one is recognized later.
  private static let signature = "Written by `bgpolicy import --set-up`"

  /// Whether a text is a file of a set-up.
  package static func isOwn(_ text: String) -> Bool {
    text.prefix { !$0.isNewline }.contains(signature)
  }

  // MARK: - Commands

  /// The command that CI runs.
  ///
  /// Nothing is generated from an imported policy until the team decides so, hence no generated file is missing.
  package var gate: String { "bgpolicy gate --skip generated\(arguments)" }

  /// The command that compares the policies with the app.
  private var drift: String { "bgpolicy drift\(arguments)" }

  // MARK: - Files

  /// The configuration of pre-commit: hooks that run the bgpolicy on the path.
  package func hooks(lint arguments: String) -> String {
    """
    # \(Self.signature): hooks for https://pre-commit.com, which `pre-commit install` switches on.
    # They run the bgpolicy on the path. The repository of bgpolicy has the same hooks, built by pre-commit.
    repos:
      - repo: local
        hooks:
          - id: bgpolicy-lint
            name: bgpolicy lint
            entry: \(Self.scalar("bgpolicy lint\(arguments)"))
            language: system
            files: '\(Self.lintedFiles)'
            exclude: '\(Self.hiddenFolders)'
          - id: bgpolicy-drift
            name: bgpolicy drift
            entry: \(Self.scalar(drift))
            language: system
            files: '\(Self.readFiles)'
            pass_filenames: false

    """
  }

  /// The names of the files for which lint runs: policies and property lists.
  private static let lintedFiles = #"((^|[/.])bgpolicy\.ya?ml|\.plist|\.entitlements)$"#
  /// The paths with hidden folders, such as `.github`, in which no command looks for policies.
  private static let hiddenFolders = #"(^|/)\.[^/]+/"#
  /// The names of the files for which drift runs: those that bgpolicy-appreader reads, and policies.
  private static let readFiles = #"\.(swift|m|mm|h|plist|entitlements|pbxproj|xcconfig|ya?ml)$"#

  private static func scalar(_ text: String) -> String { YAMLText.scalar(text) }

  /// The workflow for GitHub Actions: it builds bgpolicy once, and runs the gate.
  package var workflow: String {
    """
    # \(Self.signature): checks the background policies with the app, and comments on the lines of a pull request.
    name: Background policy

    on:
      push: { branches: [main] }
      pull_request:

    permissions: {}

    concurrency:
      group: bgpolicy-${{ github.ref }}
      cancel-in-progress: true

    env:
      BGPOLICY_VERSION: v\(version)
      BGPOLICY_REPOSITORY: https://git.example.com/bgpolicy.git # fill in the address of bgpolicy

    jobs:
      gate:
        name: Gate
        runs-on: ubuntu-24.04
        container: swift:6.1
        permissions:
          contents: read
        steps:
          - uses: actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2
            with:
              persist-credentials: false

          # Built once for each version, and then taken from the cache.
          - uses: actions/cache@5a3ec84eff668545956fd18022155c47e93e2684 # v4.2.3
            id: tool
            with:
              path: .bgpolicy
              key: bgpolicy-${{ env.BGPOLICY_VERSION }}-${{ runner.os }}-${{ runner.arch }}
          - name: Install libyaml
            run: |
              apt-get update -qq
              apt-get install -y -qq --no-install-recommends git libyaml-dev pkg-config
          - name: Build bgpolicy
            if: steps.tool.outputs.cache-hit != 'true'
            run: |
              git clone --depth 1 --branch "$BGPOLICY_VERSION" "$BGPOLICY_REPOSITORY" "$RUNNER_TEMP/bgpolicy"
              mkdir -p .bgpolicy
              for product in bgpolicy bgpolicy-appreader; do
                swift build --package-path "$RUNNER_TEMP/bgpolicy" -c release --product "$product"
                cp "$RUNNER_TEMP/bgpolicy/.build/release/$product" .bgpolicy/
              done

          - name: Gate
            run: |
              .bgpolicy/\(gate) \\
                --format github \\
                --format markdown="$GITHUB_STEP_SUMMARY"

    """
  }
}
