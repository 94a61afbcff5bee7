/// The editors whose settings `init --editor` prints.
enum Editor: String, CaseIterable {
  case neovim, emacs, helix, zed, sublime, vscode

  /// The file in which the settings belong.
  var file: String {
    switch self {
    case .neovim: "~/.config/nvim/plugin/bgpolicy.lua"
    case .emacs: "a folder of load-path as bgpolicy.el, with (require 'bgpolicy) in init.el"
    case .helix: "~/.config/helix/languages.toml, or .helix/languages.toml of the project"
    case .zed: ".zed/settings.json of the project"
    case .sublime: "the settings of the package LSP: Preferences, Package Settings, LSP, Settings"
    case .vscode: ".vscode/settings.json of the project, for the extension in Editors/vscode"
    }
  }

  /// The settings to add to the editor's configuration.
  var settings: String {
    switch self {
    case .neovim: Self.neovimSettings
    case .emacs: Self.emacsSettings
    case .helix: Self.helixSettings
    case .zed: Self.zedSettings
    case .sublime: Self.sublimeSettings
    case .vscode: Self.vscodeSettings
    }
  }

  private static let neovimSettings = #"""
    -- Background policies of iOS apps: starts `bgpolicy language-server` for them. For Neovim 0.7 and later.
    local function start(buffer)
      local name = vim.api.nvim_buf_get_name(buffer)
      local config = {
        name = "bgpolicy",
        cmd = vim.g.bgpolicy_command or { "bgpolicy", "language-server" },
        root_dir = vim.fn.fnamemodify(name, ":p:h"),
        settings = { bgpolicy = vim.g.bgpolicy_settings or vim.empty_dict() },
        init_options = { bgpolicy = vim.g.bgpolicy_settings or vim.empty_dict() },
      }
      if vim.lsp.start then
        vim.lsp.start(config, { bufnr = buffer })
        return
      end
      -- Before Neovim 0.8, the one client is shared here.
      if not vim.g.bgpolicy_client or not vim.lsp.get_client_by_id(vim.g.bgpolicy_client) then
        vim.g.bgpolicy_client = vim.lsp.start_client(config)
      end
      vim.lsp.buf_attach_client(buffer, vim.g.bgpolicy_client)
    end

    vim.api.nvim_create_autocmd({ "BufReadPost", "BufNewFile" }, {
      pattern = { "bgpolicy.yaml", "bgpolicy.yml", "*.bgpolicy.yaml", "*.bgpolicy.yml" },
      callback = function(event) start(event.buf) end,
    })

    """#

  private static let emacsSettings = #"""
    ;;; bgpolicy.el --- Background policies of iOS apps  -*- lexical-binding: t; -*-

    ;; Package-Requires: ((emacs "28.1") (eglot "1.8"))

    ;;; Commentary:

    ;; A major mode for bgpolicy.yaml and *.bgpolicy.yaml, in which Eglot runs `bgpolicy language-server'.

    ;;; Code:

    (require 'eglot)

    (defgroup bgpolicy nil
      "Background policies of iOS apps."
      :group 'languages)

    (defcustom bgpolicy-command '("bgpolicy" "language-server")
      "The command that starts the language server."
      :type '(repeat string))

    (eval-and-compile
      (defalias 'bgpolicy-parent-mode
        (if (require 'yaml-mode nil t) 'yaml-mode 'prog-mode)))

    (define-derived-mode bgpolicy-mode bgpolicy-parent-mode "Policy"
      "Major mode for background policies, which are YAML."
      (setq-local comment-start "# ")
      (setq-local comment-end "")
      (setq-local indent-tabs-mode nil))

    (add-to-list 'auto-mode-alist '("\\(?:\\`\\|[/.]\\)bgpolicy\\.ya?ml\\'" . bgpolicy-mode))
    (add-to-list 'eglot-server-programs
                 (cons 'bgpolicy-mode (lambda (&rest _) bgpolicy-command)))
    (add-hook 'bgpolicy-mode-hook #'eglot-ensure)

    (provide 'bgpolicy)
    ;;; bgpolicy.el ends here

    """#

  private static let helixSettings = #"""
    [language-server.bgpolicy]
    command = "bgpolicy"
    args = ["language-server"]

    [[language]]
    name = "bgpolicy"
    scope = "source.yaml.bgpolicy"
    grammar = "yaml"
    comment-token = "#"
    indent = { tab-width = 2, unit = "  " }
    file-types = [
      { glob = "bgpolicy.yaml" }, { glob = "bgpolicy.yml" },
      { glob = "*.bgpolicy.yaml" }, { glob = "*.bgpolicy.yml" },
    ]
    language-servers = ["bgpolicy"]

    """#

  private static let zedSettings = #"""
    {
      "lsp": {
        "yaml-language-server": {
          "binary": { "path": "bgpolicy", "arguments": ["language-server"] }
        }
      }
    }

    """#

  private static let sublimeSettings = #"""
    {
      "clients": {
        "bgpolicy": {
          "enabled": true,
          "command": ["bgpolicy", "language-server"],
          "selector": "source.yaml"
        }
      }
    }

    """#

  private static let vscodeSettings = #"""
    {
      "bgpolicy.path": "bgpolicy",
      "bgpolicy.inlayHints": true,
      "bgpolicy.estimate.scenario": "commuter"
    }

    """#
}
