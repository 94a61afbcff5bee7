;;; session.el --- The session of Scripts/editors/clients.py in Emacs  -*- lexical-binding: t; -*-

;; Writes a line for each step to $TRANSCRIPT.

(require 'bgpolicy)
(require 'flymake)
(require 'seq)

(setq eglot-confirm-server-initiated-edits nil
      eglot-autoshutdown nil
      eglot-sync-connect 20
      make-backup-files nil
      create-lockfiles nil
      flymake-no-changes-timeout 0.05
      eglot-send-changes-idle-time 0.05)

(defvar session-lines nil)

(defun session-say (&rest parts) (push (apply #'concat parts) session-lines))

(defun session-wait (what condition)
  (let ((end (+ (float-time) 20)))
    (while (not (funcall condition))
      (when (> (float-time) end) (error "Timed out: %s" what))
      (accept-process-output nil 0.02))))

(defun session-rules ()
  (sort
   (mapcar
    (lambda (diagnostic)
      (let ((start (flymake-diagnostic-beg diagnostic))
            (data (alist-get 'eglot-lsp-diag (flymake-diagnostic-data diagnostic))))
        (format "%s %d:%d" (plist-get data :code) (line-number-at-pos start)
                (1+ (save-excursion (goto-char start) (- (position-bytes start) (position-bytes (line-beginning-position))))))))
    (flymake-diagnostics))
   #'string<))

(defun session-list (list) (mapconcat #'identity list ", "))

(defun session-has (rule)
  (seq-some (lambda (text) (string-prefix-p rule text)) (session-rules)))

(defun session-go (line column)
  (goto-char (point-min))
  (forward-line (1- line))
  (forward-char (1- column)))

(defun session-line (line)
  (save-excursion
    (session-go line 1)
    (buffer-substring-no-properties (point) (line-end-position))))

(defun session-ask (method &optional more)
  (jsonrpc-request (eglot--current-server-or-lose) method
                   (append (eglot--TextDocumentPositionParams) more)))

;; In batch mode no command follows, after which Eglot would send what has changed.
(defun session-flush () (eglot--signal-textDocument/didChange))

(defun session-run ()
  (find-file (getenv "POLICY"))
  (unless (eq major-mode 'bgpolicy-mode) (error "The mode is %s" major-mode))
  (apply #'eglot (eglot--guess-contact))
  (unless (eglot-managed-p) (eglot--maybe-activate-editing-mode))
  (flymake-mode 1)
  (flymake-start)
  (session-wait "diagnostics" #'session-rules)
  (session-say "open: " (session-list (session-rules)))

  (session-go 14 14)
  (let ((items (plist-get (session-ask :textDocument/completion) :items)))
    (session-say "complete a session: " (session-list (mapcar (lambda (item) (plist-get item :label)) items))))

  (session-go 9 6)
  (let ((hover (plist-get (plist-get (session-ask :textDocument/hover) :contents) :value)))
    (session-say "hover waitsForConnectivity: " (car (split-string hover "\n"))))

  (session-go 16 14)
  (let ((action (aref (jsonrpc-request
                       (eglot--current-server-or-lose) :textDocument/codeAction
                       (list :textDocument (eglot--TextDocumentIdentifier)
                             :range (list :start (eglot--pos-to-lsp-position) :end (eglot--pos-to-lsp-position))
                             :context (list :diagnostics [] :only ["quickfix"])))
                      0)))
    (eglot--apply-workspace-edit (plist-get action :edit))
    (session-flush)
    (session-wait "the fix" (lambda () (not (session-has "session-upload-not-from-file"))))
    (session-say "fix, " (plist-get action :title) ": " (session-list (session-rules))))

  (session-go 7 4)
  (eglot-rename "phöt😀s")
  (session-flush)
  (session-say "rename: " (session-line 7) " | " (session-line 14))

  (goto-char (point-max))
  (let ((end (point)))
    (insert "transfers: nothing")
    (session-flush)
    (session-wait "a new finding" (lambda () (session-has "yaml-duplicate-key")))
    (delete-region end (point-max))
    (session-flush)
    (session-wait "its end" (lambda () (not (session-has "yaml-duplicate-key")))))
  (session-say "type and undo: " (session-list (session-rules)))

  (session-go 14 14)
  (let* ((definition (session-ask :textDocument/definition))
         (first (if (vectorp definition) (aref definition 0) definition))
         (range (or (plist-get first :range) (plist-get first :targetRange))))
    (session-say "definition: line " (number-to-string (1+ (plist-get (plist-get range :start) :line)))))
  (save-buffer)
  (session-say "save: " (if (buffer-modified-p) "modified" "written")))

(condition-case problem
    (session-run)
  (error (session-say "failed: " (error-message-string problem))))

(let ((coding-system-for-write 'utf-8))
  (write-region (concat (mapconcat #'identity (reverse session-lines) "\n") "\n") nil (getenv "TRANSCRIPT")))
(ignore-errors (eglot-shutdown (eglot--current-server-or-lose)))
;;; session.el ends here
