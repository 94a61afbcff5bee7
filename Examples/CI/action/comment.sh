#!/usr/bin/env bash
# Shows a Markdown file as the one comment of bgpolicy at a pull request of GitHub or a merge request of GitLab. A later run
# changes that comment; it is found by a hidden marker at its start. Needs curl and jq.
#
#   comment.sh REPORT.md
#
# GitHub   GITHUB_TOKEN with the permission pull-requests: write, GITHUB_REPOSITORY, GITHUB_API_URL, and the number in
#          BGPOLICY_PULL_REQUEST or in the event of the workflow
# GitLab   BGPOLICY_GITLAB_TOKEN with the scope api, CI_API_V4_URL, CI_PROJECT_ID, CI_MERGE_REQUEST_IID
#
# BGPOLICY_COMMENT is the comment's name, if one request has several.
set -euo pipefail

report="${1:?is the Markdown file to show}"
# Behind a link in a checkout is whatever its author wants to read.
if [ -L "$report" ] || [ ! -f "$report" ]; then
  echo "The comment was not written: $report is no file" >&2
  exit 1
fi
marker="<!-- bgpolicy: ${BGPOLICY_COMMENT:-report} -->"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT

if [ -n "${CI_MERGE_REQUEST_IID:-}" ]; then
  comments="$CI_API_V4_URL/projects/$CI_PROJECT_ID/merge_requests/$CI_MERGE_REQUEST_IID/notes"
  one="$comments" change=PUT limit=900000 query="&sort=asc&order_by=created_at"
  header="PRIVATE-TOKEN: ${BGPOLICY_GITLAB_TOKEN:?is the token that may comment}"
else
  number="${BGPOLICY_PULL_REQUEST:-}"
  if [ -z "$number" ] && [ -f "${GITHUB_EVENT_PATH:-}" ]; then
    number="$(jq -r '.pull_request.number // empty' "$GITHUB_EVENT_PATH")"
  fi
  if [ -z "$number" ]; then
    echo "This is not a pull request, so there is nothing to comment on" >&2
    exit 0
  fi
  repository="${GITHUB_API_URL:-https://api.github.com}/repos/$GITHUB_REPOSITORY"
  comments="$repository/issues/$number/comments" one="$repository/issues/comments"
  change=PATCH limit=65000 query=""
  header="Authorization: Bearer ${GITHUB_TOKEN:?is the token that may comment}"
fi
# A file keeps the token out of the list of processes.
(umask 077 && printf '%s\n' "$header" "Content-Type: application/json" >"$work/headers")

# Makes a request, and prints the status; the answer goes to a file.
request() {
  curl -sS --retry 2 -X "$1" -H "@$work/headers" -o "$work/answer" -w '%{http_code}' "${@:3}" "$2"
}
# Ends after a request that did not work. A fork's token may not comment, which is no failure of the policy.
stop() {
  echo "The comment was not written: $1 answered $2" >&2
  case "$2" in 401 | 403 | 404) exit 0 ;; *) exit 1 ;; esac
}

# Services count characters, and cut or reject more than they allow.
jq -n --arg marker "$marker" --argjson limit "$limit" --rawfile report "$report" '
  ($marker + "\n" + $report) as $text
  | {body: (if ($text | length) <= $limit then $text
    else $text[:$limit] + "\n\n…\n\nThe report is too long for a comment; the artifact of the job has all of it.\n" end)}' \
  >"$work/body"

# Ours begin with the marker: a quotation of one does not.
: >"$work/ours"
page=1
while :; do
  status="$(request GET "$comments?per_page=100&page=$page$query")"
  [ "$status" = 200 ] || stop "reading comments" "$status"
  jq -c --arg marker "$marker" '.[] | select(.body | startswith($marker)) | {id, body}' "$work/answer" >>"$work/ours"
  [ "$(jq length "$work/answer")" -eq 100 ] || break
  page=$((page + 1))
done

first="$(head -n 1 "$work/ours")"
if [ -z "$first" ]; then
  status="$(request POST "$comments" --data-binary "@$work/body")"
  [ "$status" = 201 ] || stop "writing the comment" "$status"
  echo "Wrote the comment"
elif [ "$(jq .body <<<"$first")" = "$(jq .body "$work/body")" ]; then
  echo "The comment is current"
else
  status="$(request "$change" "$one/$(jq .id <<<"$first")" --data-binary "@$work/body")"
  [ "$status" = 200 ] || stop "changing the comment" "$status"
  echo "Changed the comment"
fi
# Two jobs at once may have written one each.
tail -n +2 "$work/ours" | jq .id | while read -r id; do
  status="$(request DELETE "$one/$id")"
  [ "$status" = 204 ] || stop "removing a second comment" "$status"
  echo "Removed a second comment"
done
