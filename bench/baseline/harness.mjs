// The hooks of document 002 as shell scripts, for comparison: the same number for each event, each a bash of its own
// that sources the two shared libraries, asks jq for every field and git for every question. Written for this bench in
// the shape that the document describes; they read what its scripts read, and their decisions do not matter.
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Which scripts the document registers for an event of the bench. */
export function scriptsFor({ name, tool }) {
  if (name === 'PreToolUse') return tool === 'Bash' ? ['guard', 'auto-review', 'llm-review'] : BEFORE_FILES
  if (name === 'PostToolUse') return ['lint', 'track', 'code-review', 'plan-validate', 'test-runner']
  return LIFECYCLE[name] ?? []
}

const BEFORE_FILES = ['test-gate', 'mock-gate', 'branch-guard', 'doc-gate', 'plan-check']
const LIFECYCLE = {
  SessionStart: ['update-check', 'session-init'],
  UserPromptSubmit: ['prompt-submit'],
  SubagentStop: ['check-implementer'],
  Stop: ['surface', 'session-summary', 'forward-motion'],
  PreCompact: ['compact-preserve'],
  Notification: ['notify'],
  SessionEnd: ['session-end'],
}

/** Writes them all; returns what starts one of them. */
export function installScripts(folder) {
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of Object.entries({ log: LOG, context: CONTEXT }))
    writeFileSync(join(folder, `${name}-lib.sh`), text)
  for (const [name, body] of Object.entries(BODIES)) {
    writeFileSync(join(folder, `${name}.sh`), `${START}${body}\nexit 0\n`)
    chmodSync(join(folder, `${name}.sh`), 0o755)
  }
  return (name) => ['bash', join(folder, `${name}.sh`)]
}

/** Input and project, as the document's `log.sh` gives them. */
const LOG = String.raw`
INPUT=$(cat)
field() { printf '%s' "$INPUT" | jq -r "$1 // empty" 2>/dev/null; }
project_root() {
  if [ -n "${'$'}{CLAUDE_PROJECT_DIR:-}" ] && [ -d "$CLAUDE_PROJECT_DIR" ]; then printf '%s' "$CLAUDE_PROJECT_DIR"; return; fi
  git rev-parse --show-toplevel 2>/dev/null || printf '%s' "$HOME"
}
say() { jq -n --arg event "$1" --arg text "$2" '{hookSpecificOutput: {hookEventName: $event, additionalContext: $text}}'; }
tell() { jq -n --arg text "$1" '{systemMessage: $text}'; }
log() { echo "[$1] $2" >&2; }
`

/** The state of the project, as the document's `context-lib.sh` gives it. */
const CONTEXT = String.raw`
SOURCE='\.(ts|tsx|js|jsx|py|rs|go|java|kt|swift|c|cpp|h|hpp|cs|rb|php|sh|bash|zsh)$'
is_source() { [[ $1 =~ $SOURCE ]]; }
is_skippable() { [[ $1 =~ (\.config\.|\.test\.|\.spec\.|node_modules|vendor|dist|build|\.git/) ]]; }
git_state() {
  BRANCH=$(git -C "$1" rev-parse --abbrev-ref HEAD 2>/dev/null || echo unknown)
  DIRTY=$(git -C "$1" status --porcelain 2>/dev/null | wc -l | tr -d ' ')
  WORKTREES=$(git -C "$1" worktree list 2>/dev/null | grep -v "$(git -C "$1" rev-parse --show-toplevel)" || true)
}
plan_status() {
  PLAN=$1/MASTER_PLAN.md
  [ -f "$PLAN" ] || return 0
  PHASES=$(grep -cE '^## Phase' "$PLAN" || true)
  COMPLETED=$(grep -cE '^\*\*Status:\*\* completed' "$PLAN" || true)
  PHASE=$(grep -E '^## Phase' "$PLAN" | tail -1)
  UPDATED=$(stat -c %Y "$PLAN" 2>/dev/null || stat -f %m "$PLAN")
  SINCE=$(date -u -d "@$UPDATED" +%Y-%m-%dT%H:%M:%SZ 2>/dev/null || date -u -r "$UPDATED" +%Y-%m-%dT%H:%M:%SZ)
  COMMITS=$(git -C "$1" rev-list --count --after="$SINCE" HEAD 2>/dev/null || echo 0)
  CHANGED=$(git -C "$1" log --after="$SINCE" --name-only --format= 2>/dev/null | grep -cE "$SOURCE" || true)
  TOTAL=$(git -C "$1" ls-files 2>/dev/null | grep -cE "$SOURCE" || true)
}
session_changes() {
  CHANGES=$(ls -t "$1"/.claude/.session-changes-* 2>/dev/null | head -1 || true)
  COUNT=0
  [ -z "$CHANGES" ] || COUNT=$(sort -u "$CHANGES" | wc -l | tr -d ' ')
}
test_status() { STATUS=unknown; [ -f "$1/.claude/.test-status" ] && STATUS=$(cut -d'|' -f1 "$1/.claude/.test-status"); return 0; }
audit() { mkdir -p "$1/.claude"; echo "$(date -u +%Y-%m-%dT%H:%M:%SZ)|$2|$3" >> "$1/.claude/.audit-log"; }
`

const START = String.raw`#!/usr/bin/env bash
set -euo pipefail
source "$(dirname "$0")/log-lib.sh"
source "$(dirname "$0")/context-lib.sh"
`

const FILE = String.raw`
tool=$(field .tool_name)
file=$(field .tool_input.file_path)
[ -n "$file" ] || exit 0
root=$(project_root)
`
const SOURCE_FILE = String.raw`${FILE}
is_source "$file" || exit 0
is_skippable "$file" && exit 0
`

const BODIES = {
  guard: String.raw`
command=$(field .tool_input.command)
cwd=$(field .cwd)
has() { echo "$command" | grep -qE "$1"; }
deny() { jq -n --arg reason "$1" '{hookSpecificOutput: {hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason: $reason}}'; exit 0; }
has 'rm\s+-[a-z]*(rf|fr)[a-z]*\s+(/|~|/home|/Users)\s*$' && deny 'a whole tree'
has 'dd\s.*of=/dev/|mkfs|>\s*/dev/(sd|disk|nvme)' && deny 'a disk'
has ':\(\)\{ :\|:& \};:' && deny 'a fork bomb'
has 'chmod\s+(-R\s+)?777\s+/' && deny 'permissions'
has '(^|&&|\|\||;)\s*(sudo\s+)?(shutdown|reboot|halt|poweroff)' && deny 'the machine'
has '(curl|wget)\s.*\|\s*(bash|sh|zsh|python|perl|ruby|node)\b' && deny 'code from elsewhere'
has 'DROP\s+(DATABASE|TABLE|SCHEMA)|TRUNCATE\s+TABLE' && deny 'a database'
has '(>|>>|mv\s.*|cp\s.*|tee)\s*(/private)?/tmp/' && deny 'use the project tmp'
bare=$(echo "$command" | sed -E "s/\"[^\"]*\"//g; s/'[^']*'//g")
echo "$bare" | grep -qE '(^|&&|\|\||\||;)\s*git\s' || exit 0
dir=$cwd
[ -n "$dir" ] || dir=$(project_root)
if has 'git\s+[^|;&]*\bcommit([^a-zA-Z0-9-]|$)'; then
  branch=$(git -C "$dir" rev-parse --abbrev-ref HEAD 2>/dev/null || echo unknown)
  common=$(git -C "$dir" rev-parse --git-common-dir 2>/dev/null || true)
  case "$branch" in main|master) deny 'not on main' ;; esac
fi
has 'git\s+[^|;&]*\bpush\b.*(-f|--force)\b' && deny 'use a lease'
has 'git\s+[^|;&]*\breset\s+--hard|\bclean\s+.*-f|\bbranch\s+.*-D' && deny 'work would be lost'
has 'git\s+[^|;&]*\bworktree\s+remove' && deny 'leave it first'
if has 'git\s+[^|;&]*\b(commit|merge)([^a-zA-Z0-9-]|$)'; then
  test_status "$dir"
  [ "$STATUS" = pass ] || deny 'the tests have not passed'
fi`,
  'auto-review': String.raw`
command=$(field .tool_input.command)
root=$(project_root)
echo "$command" | grep -qE '<<|<\(|>\s*/(etc|usr|var|sys|boot|proc)' && exit 0
segments=$(printf '%s\n' "$command" | sed -E 's/(&&|\|\||;|\|)/\n/g')
while IFS= read -r segment; do
  word=$(echo "$segment" | sed -E 's/^\s*([A-Z_]+=\S+\s+)*//' | awk '{print $1}')
  case "$(basename -- "$word")" in
    ls|cat|head|tail|grep|find|pwd|echo|wc|sort|date|cd) ;;
    git) sub=$(echo "$segment" | awk '{print $2}'); case "$sub" in status|log|diff|show) ;; *) say PreToolUse "auto-review risk: git $sub"; exit 0 ;; esac ;;
    *) say PreToolUse "auto-review risk: $word"; exit 0 ;;
  esac
done <<<"$segments"
jq -n '{hookSpecificOutput: {hookEventName: "PreToolUse", permissionDecision: "allow", permissionDecisionReason: "all command segments classified as safe"}}'`,
  'llm-review': String.raw`
[ "${'$'}{LLM_REVIEW_ENABLED:-1}" = 0 ] && exit 0
command=$(field .tool_input.command)
root=$(project_root)
key=$(printf '%s' "$command" | sha256sum | cut -d' ' -f1)
grep "^$key|" "$root/.claude/.llm-review-cache" 2>/dev/null && exit 0
[ -f "$HOME/.claude/.env" ] && source "$HOME/.claude/.env"
[ -n "${'$'}{GEMINI_API_KEY:-}${'$'}{OPENAI_API_KEY:-}" ] || exit 0`,
  'test-gate': String.raw`${SOURCE_FILE}
test_status "$root"
[ "$STATUS" = fail ] || exit 0
strikes=$(cut -d'|' -f1 "$root/.claude/.test-gate-strikes" 2>/dev/null || echo 0)
echo "$((strikes + 1))|$(date +%s)" > "$root/.claude/.test-gate-strikes"`,
  'mock-gate': String.raw`${FILE}
case "$file" in *.test.*|*.spec.*|*__tests__*) ;; *) exit 0 ;; esac
text=$(field .tool_input.content)
[ -n "$text" ] || text=$(field .tool_input.new_string)
echo "$text" | grep -qE 'jest\.mock|vi\.mock|MagicMock|@patch' && say PreToolUse 'a mock'`,
  'branch-guard': String.raw`${SOURCE_FILE}
dir=$(dirname "$file")
branch=$(git -C "$dir" rev-parse --abbrev-ref HEAD 2>/dev/null || echo unknown)
common=$(git -C "$dir" rev-parse --git-common-dir 2>/dev/null || true)
case "$branch" in main|master) say PreToolUse 'on main' ;; esac`,
  'doc-gate': String.raw`${SOURCE_FILE}
text=$(field .tool_input.content)
[ -n "$text" ] || text=$(cat "$file" 2>/dev/null || true)
lines=$(echo "$text" | wc -l)
echo "$text" | head -20 | grep -qE '@file|^#|^//|/\*\*' || { say PreToolUse 'no header'; exit 0; }
[ "$lines" -lt 50 ] && exit 0
echo "$text" | grep -q '@decision' || say PreToolUse 'no decision'`,
  'plan-check': String.raw`${SOURCE_FILE}
[ "$tool" = Write ] || exit 0
lines=$(field .tool_input.content | wc -l)
[ "$lines" -ge 20 ] || exit 0
git -C "$root" rev-parse --git-dir >/dev/null 2>&1 || exit 0
plan_status "$root"
drift=$(grep '^unplanned_count=' "$root/.claude/.plan-drift" 2>/dev/null | cut -d= -f2 || echo 0)
[ "${'$'}{TOTAL:-0}" -gt 0 ] && share=$((CHANGED * 100 / TOTAL)) || share=0
[ "$share" -lt 35 ] || say PreToolUse "the plan is old: $share"`,
  lint: String.raw`${SOURCE_FILE}
linter=$(cat "$root/.claude/.lint-cache" 2>/dev/null || true)
for config in biome.json .prettierrc eslint.config.js pyproject.toml Cargo.toml go.mod; do [ -f "$root/$config" ] && linter=$config; done
[ -n "$linter" ] || exit 0`,
  track: String.raw`${FILE}
session=$(field .session_id)
mkdir -p "$root/.claude"
echo "$file" >> "$root/.claude/.session-changes-$session"
sort -u "$root/.claude/.session-changes-$session" > "$root/.claude/.session-changes-$session.tmp"
mv "$root/.claude/.session-changes-$session.tmp" "$root/.claude/.session-changes-$session"
status=$(cut -d'|' -f1 "$root/.claude/.proof-status" 2>/dev/null || true)
[ "$status" = verified ] && is_source "$file" && echo "pending|$(date +%s)" > "$root/.claude/.proof-status"`,
  'code-review': String.raw`${SOURCE_FILE}
lines=$(wc -l < "$file")
[ "$lines" -ge 20 ] || exit 0
diff=$(git -C "$root" diff --stat -- "$file" 2>/dev/null | tail -1)
say PostToolUse "$lines lines changed. $diff"`,
  'plan-validate': String.raw`${FILE}
case "$(basename "$file")" in MASTER_PLAN.md) ;; *) exit 0 ;; esac
grep -qE '^\*\*Status:\*\* (planned|in-progress|completed)' "$file" || exit 2`,
  'test-runner': String.raw`${SOURCE_FILE}
framework=
for config in vitest.config.ts jest.config.js pyproject.toml Cargo.toml go.mod; do [ -f "$root/$config" ] && framework=$config; done
[ -f "$root/package.json" ] && framework=$(jq -r '.scripts.test // empty' "$root/package.json")
[ -n "$framework" ] || exit 0`,
  'update-check': String.raw`
[ "$(field .source)" = startup ] || exit 0
git -C "$HOME/.claude" fetch origin main 2>/dev/null || exit 0`,
  'session-init': String.raw`
root=$(project_root)
git_state "$root"
plan_status "$root"
rm -f "$root/.claude/.test-status"
findings=$(cat "$root/.claude/.agent-findings" 2>/dev/null || true)
kept=$(cat "$root/.claude/.preserved-context" 2>/dev/null || true)
text="branch $BRANCH, $DIRTY changed, plan $COMPLETED/$PHASES, $COMMITS commits since. $findings $kept"
say SessionStart "$text"`,
  'prompt-submit': String.raw`
prompt=$(field .prompt)
session=$(field .session_id)
root=$(project_root)
mkdir -p "$root/.claude"
count=$(cat "$root/.claude/.prompt-count-$session" 2>/dev/null || echo 0)
echo $((count + 1)) > "$root/.claude/.prompt-count-$session"
text=""
if echo "$prompt" | grep -qiE 'plan|implement|phase'; then plan_status "$root"; text="plan $COMPLETED/$PHASES"; fi
if echo "$prompt" | grep -qiE 'merge|commit|push'; then git_state "$root"; text="$text branch $BRANCH"; fi
if echo "$prompt" | grep -qE '\.(ts|js|py|go|rs)\b'; then text="$text $(grep -c '@decision' "$root"/src/*.ts | head -3 | tr '\n' ' ')"; fi
echo "$prompt" | grep -qiE 'later|eventually|someday' && text="$text deferred"
[ -n "$text" ] && say UserPromptSubmit "$text"`,
  'check-implementer': String.raw`
agent=$(field .agent_type)
text=$(field .last_assistant_message)
root=$(project_root)
git_state "$root"
plan_status "$root"
session_changes "$root"
test_status "$root"
proof=$(cut -d'|' -f1 "$root/.claude/.proof-status" 2>/dev/null || echo missing)
echo "$text" | grep -qE '\?\s*$' && waiting=1
audit "$root" "$agent" "branch $BRANCH, tests $STATUS, proof $proof"
tell "implementer: branch $BRANCH, $COUNT files, tests $STATUS, proof $proof"`,
  surface: String.raw`
[ "$(field .stop_hook_active)" = true ] && exit 0
root=$(project_root)
session_changes "$root"
decisions=$(grep -rhoE 'DEC-[A-Z]+-[0-9]+' "$root/src" 2>/dev/null | sort -u)
planned=$(grep -oE 'DEC-[A-Z]+-[0-9]+' "$root/MASTER_PLAN.md" 2>/dev/null | sort -u)
unplanned=$(comm -23 <(echo "$decisions") <(echo "$planned") | wc -l)
missing=$(comm -13 <(echo "$decisions") <(echo "$planned") | wc -l)
requirements=$(grep -oE 'REQ-[A-Z]+-[0-9]+' "$root/MASTER_PLAN.md" | sort -u | wc -l)
mkdir -p "$root/.claude"
printf 'unplanned_count=%s\nunimplemented_count=%s\n' "$unplanned" "$missing" > "$root/.claude/.plan-drift"
audit "$root" surface "$unplanned unplanned"
tell "decisions: $unplanned not in the plan, $missing not in the code, $requirements requirements"`,
  'session-summary': String.raw`
[ "$(field .stop_hook_active)" = true ] && exit 0
root=$(project_root)
session_changes "$root"
git_state "$root"
test_status "$root"
[ "$COUNT" -gt 0 ] || exit 0
tell "$COUNT files, branch $BRANCH, $DIRTY changed, tests $STATUS"`,
  'forward-motion': String.raw`
[ "$(field .stop_hook_active)" = true ] && exit 0
last=$(field .last_assistant_message | awk 'NF { line = $0 } END { print line }')
echo "$last" | grep -qiE '\?|want me to|shall i|let me know|would you like|next step' && exit 0
echo "$last" | grep -qiE '\b(done|finished|all set)\b' && exit 2`,
  'compact-preserve': String.raw`
root=$(project_root)
git_state "$root"
plan_status "$root"
session_changes "$root"
test_status "$root"
decisions=$(grep -rhoE 'DEC-[A-Z]+-[0-9]+' "$root/src" 2>/dev/null | sort -u | head -10)
trail=$(tail -5 "$root/.claude/.audit-log" 2>/dev/null || true)
mkdir -p "$root/.claude"
text="branch $BRANCH, plan $COMPLETED/$PHASES, $COUNT files, tests $STATUS. $decisions $trail"
echo "$text" > "$root/.claude/.preserved-context"
say PreCompact "$text"`,
  notify: String.raw`
message=$(field .message)
kind=$(field .notification_type)
[ "$(uname)" = Darwin ] || exit 0`,
  'session-end': String.raw`
session=$(field .session_id)
reason=$(field .reason)
root=$(project_root)
rm -f "$root/.claude/.session-changes-$session" "$root/.claude/.prompt-count-$session" "$root/.claude/.lint-cache" "$root"/.claude/.*-strikes
if [ -f "$root/.claude/.audit-log" ]; then
  tail -100 "$root/.claude/.audit-log" > "$root/.claude/.audit-log.tmp" && mv "$root/.claude/.audit-log.tmp" "$root/.claude/.audit-log"
fi`,
}

/** The shortest guard people write: one bash, one jq, one pattern. */
export const ONE_LINE_GUARD = [
  'bash',
  '-c',
  String.raw`c=$(jq -r .tool_input.command); if [[ $c =~ rm\ -rf\ /|git\ push.*--force ]]; then echo stopped >&2; exit 2; fi`,
]
