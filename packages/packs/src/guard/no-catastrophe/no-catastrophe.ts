import * as v from 'valibot'
import { defineHook } from '@holdpoint/engine'
import { STACKS } from '@holdpoint/shell'
import { injections, inexact, plainHttp, privateNetwork, remoteShell, unread } from '../catastrophe/code.ts'
import { byAuthor } from '../by-author.ts'
import { deletions } from '../catastrophe/deletions.ts'
import type { Facts, CatastropheFinding } from '../catastrophe/finding.ts'
import { databases, vendors } from '../catastrophe/services.ts'
import { machine, writes } from '../catastrophe/writes.ts'
import { judgeWritten, reasonOf } from '../catastrophe/written.ts'
import { newlyWritten, WOULD_RUN } from '../written.ts'

type Strength = v.SchemaWithPipe<
  readonly [v.PicklistSchema<['deny', 'ask', 'off'], undefined>, v.DescriptionAction<'deny' | 'ask' | 'off', string>]
>

const strength = <F extends 'ask' | 'deny'>(fallback: F, meaning: string): v.OptionalSchema<Strength, F> =>
  v.optional(v.pipe(v.picklist(['deny', 'ask', 'off']), v.description(meaning)), fallback)

export default defineHook({
  meta: {
    id: 'guard/no-catastrophe',
    summary: 'Stop what cannot be undone: a wiped disk, home or project, a formatted device, code nobody has read.',
    on: ['tool.before'],
    tools: ['shell', 'write', 'edit', 'mcp', 'other'],
    role: 'gate',
    onError: 'closed',
    timeoutMs: 5_000,
    enabledBy: 'always',
    presets: {
      node: { stacks: ['node', 'hosting'] },
      python: { stacks: ['python', 'hosting'] },
      terraform: { stacks: ['terraform', 'cloud'] },
      kubernetes: { stacks: ['kubernetes', 'containers'] },
      database: { stacks: ['database'] },
    },
    order: 0,
    aliases: ['guard.sh#0'],
    options: v.strictObject({
      scratch: v.optional(
        v.pipe(
          v.array(v.string()),
          v.description('Directories outside of the project where anything may be deleted, besides /tmp.'),
        ),
        [],
      ),
      sql: strength('deny', 'Statements that drop or empty tables, such as `DROP TABLE`: deny, ask or off.'),
      cloud: strength(
        'ask',
        'Commands and requests that destroy what others use, such as `terraform destroy`: deny, ask or off.',
      ),
      stacks: v.optional(
        v.pipe(
          v.array(v.picklist(STACKS)),
          v.description(
            'Stacks whose releases ask too, such as `npm publish` of node or `kubectl apply` of kubernetes.',
          ),
        ),
        [],
      ),
    }),
    stricter: { scratch: 'less', sql: ['off', 'ask', 'deny'], cloud: ['off', 'ask', 'deny'], stacks: 'more' },
    messages: {
      root: {
        what: 'Deleting `{path}` stopped.',
        why: 'The machine needs it, or all users keep their data there.',
        fix: 'Name the one directory you mean, inside of the project: `rm -rf ./build`.',
      },
      home: {
        what: 'Deleting `{path}` stopped.',
        why: 'It is a home directory, or holds one.',
        fix: 'Name the one directory you mean: `rm -rf ./build`.',
      },
      project: {
        what: 'Deleting `{path}` stopped.',
        why: 'The whole project would be gone, with work that is not committed.',
        fix: 'Name what you mean: `rm -rf ./build ./dist`, or look first with `git clean -nxd`.',
      },
      repository: {
        what: 'Deleting or moving the repository `{path}` stopped.',
        why: 'All history and all branches that were never pushed would be gone.',
        fix: 'To start over, let the user move it away: `mv .git ../git-backup`.',
      },
      'git-runs': {
        what: 'Needs approval: this changes `{path}`.',
        why: 'Git runs the hooks and programs named there by itself, at the next commit or checkout.',
        fix: 'Approve it only if you asked for this change; a setting is safer with `git config <key> <value>`.',
      },
      outside: {
        what: 'This deletes `{path}`, which is outside of the project.',
        why: 'Nobody can bring it back.',
        fix: 'Confirm only if this is what you asked for; or move it into the project’s tmp/ first.',
      },
      search: {
        what: 'Needs approval: this changes or deletes what a search or listing names, `{path}`.',
        why: 'What it will name is not known before it runs.',
        fix: 'Run the search alone first, then name the files you mean.',
      },
      'unknown-target': {
        what: 'This deletes `{path}`, and what that is cannot be told before it runs.',
        why: 'An empty variable would make it a directory above.',
        fix: 'Write the path out, or use "${NAME:?}" so that an empty one stops the command.',
      },
      handed: {
        what: 'Needs approval: `{program}` gets `{path}`.',
        why: 'Nothing is known of that program; it may change or delete everything there.',
        fix: 'Give it the one directory it needs, or approve it if you know what it does.',
      },
      device: {
        what: 'Writing to `{path}` stopped.',
        why: 'It overwrites a disk, memory or the running kernel, whatever is on it.',
        fix: 'Write to an image file in the project instead: `of=./disk.img`.',
      },
      shredded: {
        what: 'Needs approval: this overwrites `{path}`.',
        why: 'Nobody can bring it back, not even from the disk itself.',
        fix: 'Delete it with rm if that is enough; confirm if it must be destroyed.',
      },
      storage: {
        what: 'Removing storage stopped: `{command}`.',
        why: 'Volumes and pools cannot be brought back.',
        fix: 'Ask the user to run it in their own terminal.',
      },
      halt: {
        what: 'Stopping the machine refused: `{command}`.',
        why: 'The user’s session, and this one, would end.',
        fix: 'Ask the user to do it.',
      },
      'fork-bomb': {
        what: 'A command that starts itself without end was stopped.',
        why: 'It fills the process table until the machine has to be restarted.',
        fix: 'Bound the loop, and `wait` for each job: `for i in 1 2 3; do work & done; wait`.',
      },
      permissions: {
        what: 'Changing permissions of `{path}` to `{mode}` needs the user.',
        why: 'System and home directories stop working, or are open to everybody.',
        fix: 'Change only your own files: `chmod 755 ./script.sh`.',
      },
      'system-file': {
        what: 'Changing `{path}` needs the user.',
        why: 'It belongs to the system, not to the project.',
        fix: 'Work on a copy in the project, and tell the user what to install where.',
      },
      startup: {
        what: 'Needs approval: this changes `{path}`.',
        why: 'It is executed automatically: at login, at boot, on a schedule, or whenever a program starts.',
        fix: 'Set it for this command only (`NAME=value command`), or tell the user which line to add.',
      },
      access: {
        what: 'Needs approval: this changes `{path}`.',
        why: 'It controls who can log in, and with which rights.',
        fix: 'Tell the user which change is needed and why.',
      },
      trust: {
        what: 'Needs approval: this changes `{path}`.',
        why: 'It decides which certificates, hosts and package sources every program trusts.',
        fix: 'Set it for one command instead, such as `--cacert <file>`, or tell the user what to add.',
      },
      'command-name': {
        what: 'Needs approval: this creates `{path}`.',
        why: 'It runs instead of the system’s `{name}` from now on, in every terminal.',
        fix: 'Give it another name, or call it by its path.',
      },
      setuid: {
        what: 'Needs approval: this sets `{path}` to `{mode}`.',
        why: 'Every user who starts it then has the rights of its owner.',
        fix: 'Use `chmod 755`, and `sudo` for the one command that needs more rights.',
      },
      link: {
        what: 'This writes to `{real}` under the name `{path}`, through a link made by the same command.',
        why: 'A link hides which file is really changed.',
        fix: 'Write to the file by its own name.',
      },
      download: {
        what: 'Running code straight from the network with {interpreter} stopped.',
        why: 'Nobody has read it, and the server may send something else each time.',
        fix: 'Save it, read it, then run it: `curl -fsSL <url> -o tmp/script.sh`.',
      },
      decoded: {
        what: 'Running decoded text with {interpreter} stopped.',
        why: 'Encoded commands hide what they do.',
        fix: 'Write the command out.',
      },
      unseen: {
        what: '{interpreter} would run code from {from}, which cannot be read before it runs.',
        why: 'It may do anything.',
        fix: 'Write it to a file and run that, or write the command out.',
      },
      'remote-shell': {
        what: 'A shell connected to `{target}` was stopped.',
        why: 'Whoever is at the other end could do everything that you can.',
        fix: 'Use `ssh` from your own side if the user asked for remote work.',
      },
      inject: {
        what: 'Setting `{name}` makes other programs load code from elsewhere.',
        why: 'Every program started afterwards would run it.',
        fix: 'Use the tool’s own option, or ask the user.',
      },
      container: {
        what: 'This container gets the machine: `{path}`.',
        why: 'Code inside of it could change everything outside.',
        fix: 'Mount only the project, without --privileged: `-v "$PWD":/work`.',
      },
      machine: {
        what: 'This changes the machine itself: `{command}`.',
        why: 'Accounts, schedules, the kernel and the firewall outlive this session.',
        fix: 'Confirm only if this is what you asked for.',
      },
      processes: {
        what: 'Needs approval: `{command}` ends every process it may.',
        why: 'Your session, this one and all unsaved work in other programs would be gone.',
        fix: 'Name the one process: `kill <pid>`, or `pkill -f <its command line>`.',
      },
      'root-shell': {
        what: 'Needs approval: this opens `{command}` with all rights on the machine.',
        why: 'What is typed there afterwards is not seen before it runs.',
        fix: 'Run the one command that needs them: `sudo <command>`.',
      },
      sql: {
        what: 'Destroying data stopped: `{statement}`.',
        why: 'A database has no undo.',
        fix: 'Make a dump first and let the user run it, or delete single rows: `DELETE … WHERE …`.',
      },
      cloud: {
        what: '`{command}` destroys what others may use.',
        why: 'It may be production, and cannot be brought back.',
        fix: 'Show what would go with the tool’s plan or dry run first.',
      },
      release: {
        what: 'Needs approval: `{command}` changes what others use.',
        why: 'A release, deployment or migration is hard to take back.',
        fix: 'Rehearse it first with `--dry-run`, a plan or a diff; approve it if you asked for it.',
      },
      'unknown-verb': {
        what: 'Needs approval: what `{command}` does is unknown before it runs.',
        why: 'The unknown word may be `delete`.',
        fix: 'Write the subcommand out.',
      },
      'plain-http': {
        what: 'Fetching a program from `{target}` needs the user.',
        why: 'Without https anybody on the way can replace it.',
        fix: 'Use the https address.',
      },
      'private-network': {
        what: 'This talks to `{target}` in the private network.',
        why: 'Routers, other people’s machines and the keys of a cloud machine are there, and nothing asks who you are.',
        fix: 'Confirm only if this is what you asked for; for your own machine use `localhost`.',
      },
      inexact: {
        what: 'Not all of this command can be read before it runs: {what}.',
        why: 'What cannot be read may be destructive.',
        fix: 'Write it out in simpler steps.',
      },
      'would-run': WOULD_RUN,
      'file-unread': {
        what: 'Needs approval: `{file}` is too large or too deep to be read to its end.',
        why: 'Programs run the commands in that file, and the part that was not read may be destructive.',
        fix: 'Split it into smaller files, or approve it if you know what is in it.',
      },
    },
  },
  async run({ event, options, services, pass, deny, ask }) {
    const home = services.env('HOME') ?? '/root'
    const facts: Facts = {
      home,
      own: [event.root, event.cwd],
      scratch: [...SCRATCH, services.env('TMPDIR') ?? '/tmp', ...options.scratch].map((path) =>
        path.endsWith('/') ? path.replace(/\/+$/, '') : path,
      ),
    }
    const effects = await services.effects(event)
    const rules = [
      deletions,
      writes,
      machine,
      remoteShell,
      unread,
      injections,
      plainHttp,
      privateNetwork,
      databases(options.sql, options.stacks),
      vendors(options.cloud, options.stacks),
      inexact,
    ]
    const { typed, own } = byAuthor(effects)
    const found: CatastropheFinding[] = [
      ...rules.flatMap((rule) => rule(typed, facts)),
      // People have written the project's scripts to do what they do: only what is certain is stopped.
      ...rules
        .flatMap((rule) => (own === undefined ? [] : rule(own, facts)))
        .filter(({ decision }) => decision === 'deny'),
    ]
    const worst = found.find(({ decision }) => decision === 'deny') ?? found[0]
    if (worst === undefined) {
      const written = newlyWritten(effects, event.root, judgeWritten(rules, facts))
      if (written !== undefined) return ask('would-run', { ...written.data, reason: reasonOf(written.found) })
      const unread = effects.written?.find(({ isUnread }) => isUnread)
      return unread === undefined ? pass : ask('file-unread', { file: unread.path })
    }
    // Another tool's input may only look like a command; whether it runs is unknown.
    const isGuess = event.tool.kind !== 'shell' && effects.runs.length > 0 && effects.runs.every(({ maybe }) => maybe)
    return worst.decision === 'deny' && !isGuess ? deny(worst.id, worst.data) : ask(worst.id, worst.data)
  },
})

const SCRATCH = [
  '/tmp',
  '/var/tmp',
  '/private/tmp',
  '/private/var/tmp',
  '/dev/shm',
  '/var/folders',
  '/private/var/folders',
]
