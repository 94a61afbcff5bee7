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
