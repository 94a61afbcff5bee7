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
  /// The version of bgpolicy that CI installs.
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

  /// The workflow for GitHub Actions: it installs a release of bgpolicy, and runs the gate.
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
      BGPOLICY_VERSION: "\(version)"
      # The address below which releases of bgpolicy are, each in a folder vVERSION: a variable of the repository.
      BGPOLICY_RELEASES: ${{ vars.BGPOLICY_RELEASES }}

    jobs:
      gate:
        name: Gate
        runs-on: ubuntu-24.04
        timeout-minutes: 15
        permissions:
          contents: read
        steps:
          - uses: actions/checkout@08c6903cd8c0fde910a37f88322edcfb5dd907a8 # v5.0.0
            with:
              persist-credentials: false

          - uses: actions/cache@0057852bfaa89a56745cba8c7296529d2fc39830 # v4.3.0
            id: tool
            with:
              path: .bgpolicy
              key: bgpolicy-${{ env.BGPOLICY_VERSION }}-${{ runner.os }}-${{ runner.arch }}
          # The executables of a release, compared with its checksums.
          - name: Install bgpolicy
            if: steps.tool.outputs.cache-hit != 'true'
            run: |
              : "${BGPOLICY_RELEASES:?is the address below which releases of bgpolicy are: set this variable of the repository}"
              folder="${BGPOLICY_RELEASES%/}/v$BGPOLICY_VERSION"
              mkdir -p .bgpolicy
              curl -fsSL --retry 3 -O --output-dir "$RUNNER_TEMP" "$folder/SHA256SUMS"
              for name in bgpolicy bgpolicy-appreader; do
                archive="$name-$BGPOLICY_VERSION-linux-$(uname -m).tar.gz"
                curl -fsSL --retry 3 -O --output-dir "$RUNNER_TEMP" "$folder/$archive"
                (cd "$RUNNER_TEMP" && grep -F "  $archive" SHA256SUMS | sha256sum -c)
                tar -xzf "$RUNNER_TEMP/$archive" -C .bgpolicy --strip-components 1
              done

          - name: Gate
            run: |
              .bgpolicy/bin/\(gate) \\
                --format github \\
                --format markdown="$GITHUB_STEP_SUMMARY"

    """
  }
}
