# The formula of a tap. Nothing is published yet: {{RELEASES}} is the address below which releases will be, {{REPOSITORY}} that of
# the sources, from which `brew install --HEAD` builds.
class Bgpolicy < Formula
  desc "Lint, compile and estimate the background policy of an iOS app"
  homepage "{{REPOSITORY}}"
  version "{{VERSION}}"
  license "Apache-2.0"

  on_macos do
    url "{{RELEASES}}/v{{VERSION}}/bgpolicy-{{VERSION}}-macos-universal.tar.gz"
    sha256 "{{SHA256:macos-universal}}"
  end
  on_linux do
    on_arm do
      url "{{RELEASES}}/v{{VERSION}}/bgpolicy-{{VERSION}}-linux-aarch64.tar.gz"
      sha256 "{{SHA256:linux-aarch64}}"
    end
    on_intel do
      url "{{RELEASES}}/v{{VERSION}}/bgpolicy-{{VERSION}}-linux-x86_64.tar.gz"
      sha256 "{{SHA256:linux-x86_64}}"
    end
  end

  head do
    url "{{REPOSITORY}}", using: :git, branch: "main"
    depends_on "pkg-config" => :build
    depends_on "libyaml"
    uses_from_macos "swift" => :build
  end

  def install
    if build.head?
      system "Scripts/install.sh", "--prefix", prefix
      return
    end
    bin.install "bin/bgpolicy"
    man1.install Dir["share/man/man1/*"]
    bash_completion.install "share/bash-completion/completions/bgpolicy"
    zsh_completion.install "share/zsh/site-functions/_bgpolicy"
    fish_completion.install "share/fish/vendor_completions.d/bgpolicy.fish"
    doc.install Dir["share/doc/bgpolicy/*"]
  end

  test do
    assert_equal "bgpolicy #{version}", shell_output("#{bin}/bgpolicy --version").strip
    system bin/"bgpolicy", "init"
    system bin/"bgpolicy", "lint"
  end
end
