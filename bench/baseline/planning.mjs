// The planning hooks as shell scripts, for comparison: the input read once, jq for every field, yq for every value of
// YAML, git for the branch. On the bench's files they decide as the hooks do; they are not meant for other use.

const common = String.raw`#!/bin/bash
set -euo pipefail
input=$(cat)
session=$(jq -r '.session_id // empty' <<<"$input")
cwd=$(jq -r '.cwd // empty' <<<"$input")
event=$(jq -r '.hook_event_name // empty' <<<"$input")
config="$cwd/config/planning-config.yaml"
branch=$(git -C "$cwd" rev-parse --abbrev-ref HEAD 2>/dev/null || echo unknown)
feature=""
case "$branch" in feature/*) feature="$cwd/specs/${'$'}{branch#feature/}" ;; esac
state="$feature/.planning-state.local.md"
lock="$feature/.planning.lock"
log="$TMPDIR/baseline-$session.log"
breaker="$TMPDIR/baseline-breaker-$session.json"
[ -f "$breaker" ] || echo '{}' > "$breaker"
[ "$(jq -r --arg h "$0" '.[$h] // 0' "$breaker")" -lt 3 ] || exit 0
note() { echo "[$(date -u +%Y-%m-%dT%H:%M:%SZ)] $1" >> "$log"; }
front() { sed -n '/^---$/,/^---$/p' "$1" | sed '/^---$/d'; }
if command -v yq >/dev/null; then
  field() { front "$1" | yq -r ".$2"; }
  value() { yq -r ".$1" "$config"; }
else
  field() { front "$1" | grep "^$2:" | head -1 | sed "s/^$2:[[:space:]]*//"; }
  value() { echo "$2"; }
fi
`

const script = (body) => `${common}${body}\nexit 0\n`

const block = String.raw`
phase=$(field "$state" phase)
mode=$(field "$state" mode)
if command -v yq >/dev/null; then
  count=$(front "$state" | yq -r '.user_decisions | length')
  decisions=$(front "$state" | yq -r '.user_decisions | to_entries[] | "  - " + .key[0:50]')
  gates=$(front "$state" | yq -r '.gate_results[] | "  - gate_\(.phase): \(.verdict) (\(.score))"')
else count=0 decisions="" gates=""; fi
artifacts=$(for f in design.md plan.md tasks.md test-plan.md research.md; do [ -f "$feature/$f" ] && echo "  - $f"; done || true)
text="<planning-state>
phase: $phase
mode: $mode
decisions_count: $count
immutable_decisions:
$decisions
artifacts_generated:
$artifacts
gate_results:
$gates
</planning-state>"
jq -n --arg text "$text" '{systemMessage: $text}'
note "block $phase"`

export const scripts = {
  // As a host starts them: all at once, each with the same input.
  'together.sh': String.raw`#!/bin/bash
input=$(cat)
started=()
for hook in "$@"; do
  bash "$BASELINE/$hook.sh" <<<"$input" >/dev/null &
  started+=($!)
done
for pid in "${'$'}{started[@]}"; do wait "$pid" || exit 1; done
`,
  'H01.sh': script(String.raw`
question=$(jq -r '.tool_input.questions[0].question // empty' <<<"$input")
threshold=$(value feature_flags.hooks_immutable_guard.keyword_overlap_threshold 0.6)
words() { tr '[:upper:]' '[:lower:]' <<<"$1" | tr -d '[:punct:]' | tr ' ' '\n' | grep -vxE 'the|a|is|should|we|use|for|what|to' | sort -u; }
asked=$(words "$question")
if command -v yq >/dev/null; then keys=$(front "$state" | yq -r '.user_decisions | keys[]'); else keys=""; fi
while IFS= read -r key; do
  decided=$(words "$key")
  shared=$(comm -12 <(echo "$asked") <(echo "$decided") | wc -l)
  total=$(wc -l <<<"$decided")
  awk -v s="$shared" -v t="$total" -v m="$threshold" 'BEGIN { exit !(t > 0 && s / t >= m) }' && exit 2
done <<<"$keys"
note "no match"`),
  'H02.sh': script(String.raw`
path=$(jq -r '.tool_input.file_path // empty' <<<"$input")
real=$(realpath -m "$path")
case "$real" in "$feature"/*) ;; *) exit 0 ;; esac
owner=$(jq -r '.session_id // empty' "$lock")
[ "$owner" = "$session" ] || exit 2
note "lock valid"`),
  'H03.sh': script(String.raw`
tool=$(jq -r '.tool_name' <<<"$input")
key="${'$'}{tool}_$(jq -c '.tool_input' <<<"$input" | md5sum | cut -d' ' -f1)"
session_limit=$(value research_mcp.budget.total_calls_per_session 25)
phase_limit=$(value research_mcp.budget.total_calls_per_phase 10)
warn=$(value research_mcp.budget.warn_at_percentage 80)
budget="$TMPDIR/baseline-budget-$session.json"
[ -f "$budget" ] || echo '{"session_total":0,"phase_total":0,"call_hashes":[]}' > "$budget"
[ -n "$(jq -r --arg k "$key" '.call_hashes | index($k) // empty' "$budget")" ] && exit 0
[ "$(jq -r .session_total "$budget")" -lt "$session_limit" ] || exit 2
[ "$(jq -r .phase_total "$budget")" -lt "$phase_limit" ] || exit 2
jq --arg k "$key" '.session_total += 1 | .phase_total += 1 | .call_hashes += [$k]' "$budget" > "$budget.tmp" && mv "$budget.tmp" "$budget"
note "counted, warns at $warn"`),
  'H04.sh': script(String.raw`
path=$(jq -r '.tool_input.file_path // empty' <<<"$input")
case "$path" in */spec.md) ;; *) exit 0 ;; esac
[ "$(field "$state" phase)" = SETUP ] || exit 2`),
  'H05.sh': script(String.raw`
path=$(jq -r '.tool_input.file_path // empty' <<<"$input")
case "$path" in */.planning-state.local.md) note "$(field "$state" phase)" ;; esac`),
  'H06.sh': script(block),
  'H07.sh': script(String.raw`
tasks=$(grep -cE '^- \[ \] \[T[0-9]{3}\]' "$feature/tasks.md")
tested=$(grep -cE '(UT|INT|E2E|UAT)-[0-9]+' "$feature/tasks.md")
phases=$(grep -cE '^## +Phase' "$feature/tasks.md")
minimum=$(value feature_flags.hooks_agent_validation.tdd_min_coverage 80)
[ "$minimum" = null ] && minimum=80
[ "$tasks" -ge 5 ] && [ $((tested * 100 / tasks)) -ge "$minimum" ] && [ "$phases" -ge 2 ] || exit 2
note "tasks=$tasks"`),
  'H10.sh': script(String.raw`
agent=$(jq -r '.agent_type // empty' <<<"$input")
case "$agent" in product-planning:tech-lead) note "dedicated" ;; *) exit 2 ;; esac`),
  'H11a.sh': script(String.raw`
phase=$(field "$state" phase)
[ "$phase" = COMPLETION ] && exit 0
missing=""
for f in design.md plan.md tasks.md test-plan.md; do [ -s "$feature/$f" ] || missing="$missing $f"; done
jq -n --arg m "Missing:$missing" '{systemMessage: $m}'
note "$missing"`),
  'H12.sh': script(block),
  'H13.sh': script(String.raw`
phase=$(field "$state" phase)
mode=$(field "$state" mode)
jq -n --arg m "branch=$branch, feature_dir=$feature, phase=$phase, mode=$mode" '{systemMessage: $m}'
note "$branch"`),
}
