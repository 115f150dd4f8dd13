/** What each check says: what was stopped, what would be lost, and the way that loses nothing. */
export const MESSAGES = {
  'reset-hard': {
    what: '`git reset --hard` throws away every change that is not committed.',
    why: 'Git keeps no copy of them.',
    fix: 'Put them aside with `git stash -u`, or move with `git reset --keep <commit>`, which stops before it loses anything. To take back a commit and keep its changes: `git reset --soft HEAD~1`.',
  },
  'reset-merge': {
    what: '`git reset --merge` throws away what is staged.',
    why: 'Git keeps no copy of it.',
    fix: 'To leave a merge use `git merge --abort`; to move the branch use `git reset --keep <commit>`.',
  },
  clean: {
    what: '`git clean` deletes files that git has never seen.',
    why: 'Nothing can bring them back, and new work is among them.',
    fix: 'Look first with `git clean -nd`; then put them aside with `git stash -u`, or remove the ones you mean by name.',
  },
  'branch-delete': {
    what: '`git branch -D` deletes a branch even if its commits are nowhere else.',
    why: 'Commits that were never merged or pushed are lost with it.',
    fix: 'Use `git branch -d <name>`, which deletes only what is merged.',
  },
  'branch-overwrite': {
    what: 'This moves an existing branch to other commits.',
    why: 'Commits that only the old branch held are hard to find again.',
    fix: 'Keep the old position first: `git branch backup/<name> <name>`.',
  },
  'discard-all': {
    what: 'This throws away every change in the work tree that is not committed.',
    why: 'Git keeps no copy of them.',
    fix: 'Put them aside with `git stash -u`; to switch branches use `git switch <branch>` without force.',
  },
  'discard-files': {
    what: 'This replaces files with an older state and throws their changes away.',
    why: 'Git keeps no copy of what is not committed.',
    fix: 'Look with `git diff -- <file>` and put the changes aside with `git stash push -- <file>`; to unstage only, use `git restore --staged <file>`.',
  },
  'remove-files': {
    what: 'With force, git deletes or overwrites files that have changes of their own.',
    why: 'What is not committed is lost.',
    fix: 'Leave the force away: git then stops at files with changes. To stop tracking a file and keep it: `git rm --cached <file>`.',
  },
  'stash-clear': {
    what: '`git stash clear` deletes everything that was put aside.',
    why: 'A stash is often the only copy of the work in it.',
    fix: 'Look with `git stash list`, and bring back what is needed with `git stash branch <name> stash@{0}`.',
  },
  'stash-drop': {
    what: '`git stash drop` deletes work that was put aside.',
    why: 'A stash is often the only copy of the work in it.',
    fix: 'Look with `git stash show -p`, or keep it as a branch with `git stash branch <name>`.',
  },
  'worktree-force': {
    what: '`git worktree remove --force` deletes a work tree with the changes in it.',
    why: 'What is not committed there is lost.',
    fix: 'Leave the force away: git then stops when there are changes. Commit them there first.',
  },
  'submodule-force': {
    what: 'With force, git throws away the changes inside submodules.',
    why: 'Git keeps no copy of what is not committed there.',
    fix: 'Leave the force away, or put the changes aside: `git submodule foreach git stash -u`.',
  },
  'ref-delete': {
    what: 'This deletes a tag or a reference.',
    why: 'Commits that nothing else points to are lost with it.',
    fix: 'Keep the commit with `git branch backup/<name> <ref>` first.',
  },
  'remote-delete': {
    what: 'This push deletes branches or tags on the remote.',
    why: 'Others may work on them, and what only the remote had is lost.',
    fix: 'Delete a merged branch where it was merged, or push without `--delete`, `--prune` and `--mirror`.',
  },
  reflog: {
    what: 'This empties the reflog.',
    why: 'It is the way back after a wrong reset, rebase or deletion.',
    fix: 'Leave it to git, which forgets by itself after 90 days.',
  },
  prune: {
    what: 'This deletes commits and files that no branch holds, at once.',
    why: 'They are what a wrong reset or deletion is repaired from.',
    fix: 'Use `git gc`, which keeps everything for two weeks.',
  },
  'rewrite-history': {
    what: 'This rewrites the history of whole branches.',
    why: 'Every commit gets another name, and everybody else keeps the old ones.',
    fix: 'Take back single commits with `git revert <commit>`; before a rewrite make a copy: `git clone --mirror . ../backup.git`.',
  },
  unclear: {
    what: 'It cannot be told before it runs what git is asked to do here.',
    why: 'A part of the command comes from a variable or another program, and could be a destructive option.',
    fix: 'Write the git command out in full.',
  },
} as const
