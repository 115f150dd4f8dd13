/** The text of the command that carries out a design document, for the plugin and for a project without it. */

const DESCRIPTION = 'Carry out a design document with a team, and keep the state that the orchestrator hooks read'

/** `program` starts holdpoint in a shell: a command line, quoted where it must be. */
export function implementText(program: string): string {
  const run = (words: string): string => `${program} orchestrator ${words}`
  const allowed = ['start', 'finish', 'abort', 'status'].map((word) => `Bash(${run(word)}:*)`)
  return `---
description: ${DESCRIPTION}
argument-hint: <path of the design document>
allowed-tools: ${allowed.join(', ')}
---

Carry out the design document \`$ARGUMENTS\` with a team. You are the lead. Keep to this order: the hooks find the plan only through the state file that steps 6 and 10 write and remove.

1. Read the design document. If there is none at that path, ask which one is meant, and stop here.
2. Find its table of implementation tasks. Each row has a status: \`pending\`, \`in-progress\`, \`complete\`, \`blocked\` or \`escalated\`.
3. Choose a slug (the document's own, else its file name without date and ending) and a name for the team.
4. If the document has a section on worktrees, see that they exist, and note the name and the absolute path of each.
5. Group the open tasks into waves: a task may start when all it depends on are \`complete\`.
6. Write the state, then create the team:
   - Run \`${run('start --plan <path> --slug <slug> --team <team>')}\`, with \`--worktree <name>=<absolute path>\` for each worktree (\`_all=<path>\` when all services share one). If it refuses, tell the user what it says, and stop.
   - Only then create the team (TeamCreate).
   - If the team cannot be created, run \`${run('abort')}\`, tell the user, and stop.
7. For each task of the wave start an implementer. Its prompt holds the task, its acceptance criteria, the path of the design document, and this order for the end: first one call \`TaskUpdate(taskId, status: "completed", metadata: { commit, files_changed, tests_passed, design_doc })\`, then the report to you with \`SendMessage\`.
8. Set the status of each row as the reports come in; nobody but you writes the document. A report without commit, files and test results goes back. Then start the next wave.
9. When no row is \`pending\` or \`in-progress\`, ask the teammates to shut down, and wait until they have.
10. Delete the team (TeamDelete), then run \`${run('finish')}\`.

If you are interrupted, \`${run('status')}\` tells what was going on.
`
}
