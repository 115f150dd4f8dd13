/** What each check says: what was stopped, what would be lost, and the way that loses nothing. */
export const MESSAGES = {
  'reset-hard': {
    what: '`git reset --hard` discards all uncommitted changes.',
    why: 'Git keeps no copy of them.',
    fix: 'Stash them with `git stash -u`, or move the branch with `git reset --keep <commit>`, which keeps them. To undo a commit and keep its changes: `git reset --soft HEAD~1`.',
  },
  'reset-merge': {
    what: '`git reset --merge` discards staged changes.',
    why: 'Git keeps no copy of them.',
    fix: 'To end a merge use `git merge --abort`. To move the branch use `git reset --keep <commit>`.',
  },
  clean: {
    what: '`git clean` deletes untracked files.',
    why: 'Git has no copy of them, and new work may be among them.',
    fix: 'List them with `git clean -nd`, then stash them with `git stash -u` or remove them by name.',
  },
  'branch-delete': {
    what: '`git branch -D` deletes a branch even if it is not merged.',
    why: 'Commits that were never merged or pushed are lost.',
    fix: 'Use `git branch -d <name>`, which deletes only a merged branch.',
  },
  'branch-overwrite': {
    what: 'this moves an existing branch to other commits.',
    why: 'Commits that are only on the old branch are hard to find again.',
    fix: 'Keep the old position first: `git branch backup/<name> <name>`.',
  },
  'discard-all': {
    what: 'this discards all uncommitted changes in the worktree.',
    why: 'Git keeps no copy of them.',
    fix: 'Stash them with `git stash -u`. To switch branches, use `git switch <branch>` without `--force`.',
  },
  'discard-files': {
    what: 'this replaces files with an older version and discards their changes.',
    why: 'Git keeps no copy of uncommitted changes.',
    fix: 'See them with `git diff -- <file>` and stash them with `git stash push -- <file>`. To unstage only, use `git restore --staged <file>`.',
  },
  'remove-files': {
    what: 'with `--force`, git deletes or overwrites changed files.',
    why: 'Uncommitted changes are lost.',
    fix: 'Drop `--force`: git then refuses to overwrite changed files. To stop tracking a file and keep it: `git rm --cached <file>`.',
  },
  'stash-clear': {
    what: '`git stash clear` deletes all stashes.',
    why: 'A stash is often the only copy of its changes.',
    fix: 'List them with `git stash list`, and restore one with `git stash branch <name> stash@{0}`.',
  },
  'stash-drop': {
    what: '`git stash drop` deletes a stash.',
    why: 'A stash is often the only copy of its changes.',
    fix: 'See it with `git stash show -p`, or keep it as a branch with `git stash branch <name>`.',
  },
  'worktree-force': {
    what: '`git worktree remove --force` deletes a worktree with its changes.',
    why: 'Uncommitted changes are lost.',
    fix: 'Commit them there first and drop `--force`: git then refuses to remove a changed worktree.',
  },
  'submodule-force': {
    what: 'with `--force`, git discards changes in submodules.',
    why: 'Git keeps no copy of uncommitted changes.',
    fix: 'Drop `--force`, or stash the changes: `git submodule foreach git stash -u`.',
  },
  'ref-delete': {
    what: 'this deletes a tag or a reference.',
    why: 'Commits that no other reference contains are lost.',
    fix: 'Keep the commit first: `git branch backup/<name> <ref>`.',
  },
  'remote-delete': {
    what: 'this push deletes branches or tags on the remote.',
    why: 'Others may work on them, and commits that only the remote has are lost.',
    fix: 'Push without `--delete`, `--prune` and `--mirror`. Delete a merged branch where it was merged.',
  },
  reflog: {
    what: 'this empties the reflog.',
    why: 'The reflog is needed to recover from a wrong reset, rebase or deletion.',
    fix: 'Leave it to git, which expires entries after 90 days.',
  },
  prune: {
    what: 'this deletes unreachable commits and files at once.',
    why: 'They are needed to recover from a wrong reset or deletion.',
    fix: 'Use `git gc`, which keeps them for two weeks.',
  },
  'rewrite-history': {
    what: 'this rewrites the history of whole branches.',
    why: 'Every commit gets a new id, and other clones keep the old ones.',
    fix: 'Undo single commits with `git revert <commit>`. Before a rewrite, make a backup: `git clone --mirror . ../backup.git`.',
  },
  unclear: {
    what: 'the git subcommand or an option is unknown until this runs.',
    why: 'It comes from a variable or another program, and may be destructive.',
    fix: 'Write the git command out in full.',
  },
} as const
