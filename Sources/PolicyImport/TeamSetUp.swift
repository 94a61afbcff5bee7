internal import PolicySyntax
internal import Quantities

/// Files that run bgpolicy before each commit and in CI, for the policies of an import.
///
/// The commands in the files run at the root of the repository, to which all paths are relative.
package struct TeamSetUp: Equatable, Sendable {
  /// The path of the configuration of pre-commit.
  package static let hooksFile = ".pre-commit-config.yaml"
  /// The path of the workflow for GitHub Actions.
  package static let workflowFile = ".github/workflows/background-policy.yml"

  /// The path of the baseline; `nil` without a baseline.
  private let baseline: String?
  /// The folder of the app; `nil` if the policies are in that folder.
  private let app: String?
  /// The bgpolicy that CI installs.
  private let tool: ToolSource

  /// A set-up with a baseline and the folder of the app, if they exist.
  package init(baseline: String?, app: String?, tool: ToolSource) {
    self.baseline = baseline
    self.app = app
    self.tool = tool
  }

  /// The reason why a workflow can't name a folder; `nil` if a workflow can name the folder.
  package static func reason(against folder: String) -> String? {
    if folder.contains("${{") { return "GitHub would evaluate ${{ in it" }
    let isControl = { (scalar: Unicode.Scalar) in
      scalar.value < 0x20 || scalar.isDeceptive || scalar.value == 0xFFFD
    }
    return folder.unicodeScalars.contains(where: isControl)
      ? "it has a control character, a line break or a mark that changes the direction of text" : nil
  }

  /// The words in the first line of every file, by which bgpolicy recognizes the file later.
  private static let signature = "Written by `bgpolicy import --set-up`"

  /// Whether a text is a file of a set-up.
  package static func isOwn(_ text: String) -> Bool {
    text.prefix { !$0.isNewline }.contains(signature)
  }

  // MARK: - Commands

  /// The command that CI runs. The options are in the configuration.
  package var gate: String { "bgpolicy gate" }

  // MARK: - Files

  /// The configuration of bgpolicy, which gives every call the options that the hooks and the workflow use.
  ///
  /// The configuration skips the check of generated files, because nothing is generated from an imported policy until the team decides so.
  package var configuration: String {
    """
    # \(Self.signature): defaults of the options of bgpolicy, for this folder and those below it.
    \(options.dropLast().map { $0 + "\n" }.joined())# Nothing is generated from the policies yet: remove this after the first `bgpolicy compile`.
    \(options.suffix(1).joined())

    """
  }

  /// The entries of `configuration`.
  package var options: [String] {
    [("baseline", baseline.map(Self.scalar)), ("app", app.map(YAMLText.doubleQuoted))].compactMap {
      key, value in
      value.map { "\(key): \($0)" }
    } + ["skip: [generated]"]
  }

  /// The configuration of pre-commit: hooks that run the bgpolicy on the path.
  package var hooks: String {
    """
    # \(Self.signature): hooks for https://pre-commit.com, which `pre-commit install` switches on.
    # They run the bgpolicy on the path. The repository of bgpolicy has the same hooks, built by pre-commit.
    repos:
      - repo: local
        hooks:
          - id: bgpolicy-lint
            name: bgpolicy lint
            entry: bgpolicy lint
            language: system
            files: '\(Self.lintedFiles)'
            exclude: '\(Self.hiddenFolders)'
          - id: bgpolicy-drift
            name: bgpolicy drift
            entry: bgpolicy drift
            language: system
            files: '\(Self.readFiles)'
            pass_filenames: false

    """
  }

  /// The names of the files for which lint runs: policies and property lists.
  private static let lintedFiles = #"((^|[/.])bgpolicy\.ya?ml|\.plist|\.entitlements)$"#
  /// The paths with hidden folders, such as `.github`, in which no command looks for policies.
  private static let hiddenFolders = #"(^|/)\.[^/]+/"#
  /// The names of the files for which drift runs: policies, and the files that bgpolicy-appreader reads.
  private static let readFiles = #"\.(swift|m|mm|h|plist|entitlements|pbxproj|xcconfig|ya?ml)$"#

  private static func scalar(_ text: String) -> String { YAMLText.scalar(text) }

  /// The variable of the workflow with the app's folder.
  private static let variable = "BGPOLICY_APP"

  /// The lines that pass the app's folder to the shell.
  private var environment: String {
    app.map { "        env:\n          \(Self.variable): \(YAMLText.doubleQuoted($0))\n" } ?? ""
  }

  /// The gate with the app's folder as a variable.
  private var gateOfWorkflow: String {
    gate + (app == nil ? "" : " --app \"$\(Self.variable)\"")
  }

  /// The workflow for GitHub Actions, which installs a release of bgpolicy, or builds bgpolicy if there is no release, and runs the gate.
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
      # The sources of bgpolicy: their repository, and the commit that is built.
      BGPOLICY_REPOSITORY: \(tool.address ?? "${{ vars.BGPOLICY_REPOSITORY }}")
      BGPOLICY_COMMIT: \(tool.commit ?? "${{ vars.BGPOLICY_COMMIT }}")
      # A release is installed instead if this variable of the repository is set: the address below which releases are, each in a
      # folder vVERSION.
      BGPOLICY_RELEASES: ${{ vars.BGPOLICY_RELEASES }}
      BGPOLICY_VERSION: "\(tool.version)"

    jobs:
      gate:
        name: Gate
        runs-on: ubuntu-24.04
        # The first run builds bgpolicy, which takes some ten minutes; the others take it from the cache.
        timeout-minutes: 45
        permissions:
          contents: read
        steps:
          - uses: actions/checkout@08c6903cd8c0fde910a37f88322edcfb5dd907a8 # v5.0.0
            with:
              persist-credentials: false
              # The commit before a pull request's merge is what the gate compares with.
              fetch-depth: 2

          # What is built needs the libraries of the Swift that built it.
          - name: Name the tool
            id: tool
            run: |
              if [ -n "$BGPOLICY_RELEASES" ]; then
                tool="$BGPOLICY_VERSION"
              else
                : "${BGPOLICY_REPOSITORY:?and BGPOLICY_COMMIT say what is built: set these variables of the repository}"
                tool="$BGPOLICY_COMMIT-$(swift --version 2>/dev/null | git hash-object --stdin)"
              fi
              echo "key=bgpolicy-$tool-$RUNNER_OS-$RUNNER_ARCH" >>"$GITHUB_OUTPUT"
              echo "folder=$RUNNER_TEMP/bgpolicy-tool" >>"$GITHUB_OUTPUT"
          - uses: actions/cache@0057852bfaa89a56745cba8c7296529d2fc39830 # v4.3.0
            id: cache
            with:
              path: ${{ steps.tool.outputs.folder }}
              key: ${{ steps.tool.outputs.key }}
          # The executables of a release, compared with its checksums, or of the sources. They stay outside of the checkout, whose files a pull
          # request decides.
          - name: Install bgpolicy
            if: steps.cache.outputs.cache-hit != 'true'
            run: |
              if [ -z "$BGPOLICY_RELEASES" ]; then
                git init -q "$RUNNER_TEMP/bgpolicy"
                git -C "$RUNNER_TEMP/bgpolicy" fetch -q --depth 1 "$BGPOLICY_REPOSITORY" "$BGPOLICY_COMMIT"
                git -C "$RUNNER_TEMP/bgpolicy" checkout -q FETCH_HEAD
                "$RUNNER_TEMP/bgpolicy/Scripts/install.sh" --prefix "$RUNNER_TEMP/bgpolicy-tool"
                exit
              fi
              folder="${BGPOLICY_RELEASES%/}/v$BGPOLICY_VERSION"
              mkdir -p "$RUNNER_TEMP/bgpolicy-tool"
              curl -fsSL --retry 3 -O --output-dir "$RUNNER_TEMP" "$folder/SHA256SUMS"
              for name in bgpolicy bgpolicy-appreader; do
                archive="$name-$BGPOLICY_VERSION-linux-$(uname -m).tar.gz"
                curl -fsSL --retry 3 -O --output-dir "$RUNNER_TEMP" "$folder/$archive"
                (cd "$RUNNER_TEMP" && grep -F "  $archive" SHA256SUMS | sha256sum -c)
                tar -xzf "$RUNNER_TEMP/$archive" -C "$RUNNER_TEMP/bgpolicy-tool" --strip-components 1
              done

          - name: Gate
    \(environment)        run: |
              "$RUNNER_TEMP/bgpolicy-tool/bin/"\(gateOfWorkflow) \\
                ${GITHUB_BASE_REF:+--base git:HEAD^1} \\
                --format github \\
                --format markdown="$GITHUB_STEP_SUMMARY"

    """
  }
}
