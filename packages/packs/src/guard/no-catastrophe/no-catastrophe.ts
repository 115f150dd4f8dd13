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
    summary:
      'Block what cannot be undone: deleting a disk, home or project, formatting a device, running unreviewed code.',
    on: ['tool.before'],
    tools: ['shell', 'write', 'edit', 'mcp', 'other'],
    role: 'gate',
    onError: 'closed',
    timeoutMs: 5_000,
    enabledBy: 'always',
    presets: {
      node: { stacks: ['node', 'packages', 'hosting'] },
      python: { stacks: ['python', 'packages', 'hosting'] },
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
        what: 'this deletes `{path}`, {role}.',
        why: 'It cannot be restored.',
        fix: 'Delete one directory by name: `rm -rf ./build`.',
      },
      home: {
        what: 'this deletes `{path}`, a home directory or a directory above one.',
        why: 'All files of that user would be lost.',
        fix: 'Delete one directory by name: `rm -rf ./build`.',
      },
      project: {
        what: 'this deletes `{path}`, the whole project.',
        why: 'Uncommitted work cannot be restored.',
        fix: 'Delete directories by name: `rm -rf ./build ./dist`. To list untracked files first: `git clean -nxd`.',
      },
      repository: {
        what: 'this deletes, moves or changes `{path}` of the git repository.',
        why: 'Commits and branches that were never pushed would be lost.',
        fix: 'Use git commands such as `git branch -d <name>`. To start over, ask the user to move the repository.',
      },
      'git-runs': {
        what: 'this changes `{path}`.',
        why: 'Git executes the hooks and programs named there, for example at the next commit.',
        fix: 'Approve it only if you asked for it. A single setting is safer: `git config <key> <value>`.',
      },
      outside: {
        what: 'this deletes `{path}`, which is outside the project.',
        why: 'It cannot be restored.',
        fix: 'Approve it only if you asked for it. To keep a copy, move it: `mv <path> ./tmp/`.',
      },
      search: {
        what: 'this changes or deletes files named by a search or a listing: `{path}`.',
        why: 'The names are unknown until it runs.',
        fix: 'Run the search alone first, then name the files.',
      },
      'unknown-target': {
        what: 'the path `{path}` is unknown until this runs.',
        why: '{risk}',
        fix: 'Write the path out, or approve it if you know the value.',
      },
      handed: {
        what: '`{program}` is an unknown program and gets `{path}`.',
        why: 'It may change or delete everything there.',
        fix: 'Pass only the directory it needs, or approve it if you know what it does.',
      },
      device: {
        what: 'this writes to `{path}`.',
        why: 'It overwrites a disk, memory or the running kernel.',
        fix: 'Write to an image file in the project: `dd if=<input> of=./disk.img`.',
      },
      shredded: {
        what: 'this overwrites `{path}`.',
        why: 'Overwritten data cannot be restored, not even from the disk.',
        fix: 'If deleting is enough, use `rm <file>`. Approve it only if the data must be destroyed.',
      },
      storage: {
        what: '`{command}` removes storage.',
        why: 'Volumes and pools cannot be restored.',
        fix: 'Ask the user to run it in their own terminal.',
      },
      halt: {
        what: '`{command}` stops the machine.',
        why: 'It ends the user’s session and this one.',
        fix: 'Ask the user to do it.',
      },
      'fork-bomb': {
        what: 'this command starts copies of itself without end.',
        why: 'It fills the process table until the machine must be restarted.',
        fix: 'Limit the loop and wait for the jobs: `for i in 1 2 3; do ./job.sh & done; wait`.',
      },
      permissions: {
        what: 'this changes permissions or owner of `{path}` to `{mode}`.',
        why: 'System and home directories stop working, or every user can write to them.',
        fix: 'Change only project files: `chmod 755 ./script.sh`.',
      },
      'system-file': {
        what: 'this changes `{path}`.',
        why: 'It belongs to the operating system, not to the project.',
        fix: 'Change a copy in the project, and tell the user where to install it.',
      },
      startup: {
        what: 'this changes `{path}`.',
        why: 'It is executed automatically: at login, at boot, on a schedule or whenever a program starts.',
        fix: 'Set the value for one command (`NAME=value <command>`), or tell the user which line to add.',
      },
      access: {
        what: 'this changes `{path}`.',
        why: 'It controls who can log in, and with which rights.',
        fix: 'Tell the user which change is needed and why.',
      },
      trust: {
        what: 'this changes `{path}`.',
        why: 'It controls which certificates, hosts and package sources programs trust.',
        fix: 'Set it for one command, such as `curl --cacert <file> <url>`, or tell the user what to add.',
      },
      'command-name': {
        what: 'this creates `{path}`.',
        why: 'Every terminal would run it instead of the system’s `{name}`.',
        fix: 'Use another name, or call it by its path.',
      },
      setuid: {
        what: 'this sets `{path}` to `{mode}`.',
        why: 'Every user who runs it gets the rights of its owner.',
        fix: 'Use `chmod 755 <file>`, and `sudo <command>` for the one command that needs more rights.',
      },
      link: {
        what: 'this writes to `{real}` through the link `{path}`, which the same command creates.',
        why: 'A link hides which file changes.',
        fix: 'Write to the file by its real path.',
      },
      download: {
        what: '`{interpreter}` runs code from the network that has not been reviewed.',
        why: 'The server can send different code each time.',
        fix: 'Download it, read it, then run it: `curl -fsSL <url> -o tmp/script.sh`.',
      },
      decoded: {
        what: '`{interpreter}` runs decoded text.',
        why: 'Encoding hides what the command does.',
        fix: 'Write the command out.',
      },
      unseen: {
        what: '`{interpreter}` runs code from {from}, which Holdpoint cannot read before it runs.',
        why: 'It can do anything.',
        fix: 'Write the code to a file and run the file, or write the command out.',
      },
      'remote-shell': {
        what: 'this opens a shell for `{target}`.',
        why: 'The other end could run every command that you can.',
        fix: 'For remote work that the user asked for, connect from here: `ssh <host>`.',
      },
      inject: {
        what: 'setting `{name}` makes other programs load code from elsewhere.',
        why: 'Every program started afterwards runs that code.',
        fix: 'Use the tool’s own option, or ask the user.',
      },
      container: {
        what: 'this container gets access to the host: `{path}`.',
        why: 'Code in the container can change everything outside it.',
        fix: 'Mount only the project, without `--privileged`: `docker run -v "$PWD":/work <image>`.',
      },
      machine: {
        what: '`{command}` changes the machine.',
        why: 'Accounts, schedules, services, the kernel and the firewall outlive this session.',
        fix: 'Approve it only if you asked for it.',
      },
      processes: {
        what: '`{command}` ends every process that you may end.',
        why: 'It ends this session, and unsaved work in other programs is lost.',
        fix: 'End one process: `kill <pid>`.',
      },
      'root-shell': {
        what: '`{command}` opens a shell with all rights on the machine.',
        why: 'Holdpoint does not see the commands typed there.',
        fix: 'Run the one command that needs root: `sudo <command>`.',
      },
      sql: {
        what: '`{statement}` destroys data.',
        why: 'A database has no undo.',
        fix: 'Delete single rows with a WHERE clause, or dump the data first and ask the user to run it.',
      },
      cloud: {
        what: '`{command}` destroys resources that others may use.',
        why: 'They may be in production, and cannot be restored.',
        fix: 'Show the effect first with a plan or dry run, such as `terraform plan -destroy`.',
      },
      release: {
        what: '`{command}` changes what others use.',
        why: 'A release, deployment or migration is hard to undo.',
        fix: 'Run it with `--dry-run`, as a plan or as a diff first. Approve it only if you asked for it.',
      },
      grant: {
        what: '`{command}` gives others access.',
        why: 'Rights, keys and open addresses stay until they are revoked.',
        fix: 'Show it as a plan first. Approve it only if you asked for it.',
      },
      'unknown-verb': {
        what: 'the subcommand of `{command}` is unknown until this runs.',
        why: 'It may be `delete`.',
        fix: 'Write the subcommand out.',
      },
      'plain-http': {
        what: 'this downloads a program from `{target}` without https.',
        why: 'An attacker on the network can replace it.',
        fix: 'Use the https address.',
      },
      'private-network': {
        what: 'this sends a request to `{target}` in the private network.',
        why: 'Routers, internal services and cloud credentials answer there without a login.',
        fix: 'Approve it only if you asked for it. For this machine use `localhost`.',
      },
      inexact: {
        what: 'Holdpoint cannot read all of this command: {what}.',
        why: 'The unread part may be destructive.',
        fix: 'Split it into simpler steps.',
      },
      'would-run': WOULD_RUN,
      'file-unread': {
        what: '`{file}` is too large or too deeply nested to be read to the end.',
        why: 'Programs execute this file, and the unread part may be destructive.',
        fix: 'Split it into smaller files, or approve it if you know its content.',
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
