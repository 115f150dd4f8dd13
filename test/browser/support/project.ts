import { appendFileSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryDirectory, temporaryRepository } from '../../../packages/testing/src/repository.ts'
import { startNode, type Ended } from '../../process/support/process.ts'
import { HOLDPOINT } from '../../process/support/sandbox.ts'

type Json = Readonly<Record<string, unknown>>

/** A project with a home of its own, in which the real command is run. It lasts until it is disposed of. */
export interface Project {
  readonly path: string
  readonly home: string
  readonly env: Readonly<Record<string, string>>
  write(files: Readonly<Record<string, string>>): void
  /** One event, as the host would send it. */
  event(name: string, payload?: Json): Promise<Ended>
  bash(command: string, payload?: Json): Promise<Ended>
  /** `holdpoint …` as a user types it. */
  holdpoint(...words: readonly string[]): Promise<Ended>
  dispose(): void
}

export function aProject(config = 'presets: [recommended, scratchpad]\n'): Project {
  const home = temporaryDirectory()
  const repository = temporaryRepository()
  repository.write({ 'holdpoint.yml': config })
  const env = { HOME: home.path, XDG_RUNTIME_DIR: home.path, TZ: 'UTC', CLAUDE_PROJECT_DIR: repository.path }
  const run = (words: readonly string[], input?: string): Promise<Ended> =>
    startNode(HOLDPOINT, words, { cwd: repository.path, env, input }).ended
  const event: Project['event'] = (name, payload = {}) =>
    run(['hook', name], JSON.stringify({ session_id: 's1', cwd: repository.path, hook_event_name: name, ...payload }))
  return {
    path: repository.path,
    home: home.path,
    env,
    write: repository.write,
    event,
    bash: (command, payload = {}) => event('PreToolUse', { tool_name: 'Bash', tool_input: { command }, ...payload }),
    holdpoint: (...words) => run(words),
    dispose() {
      repository.dispose()
      home.dispose()
    },
  }
}

/** Text that an agent can write anywhere, in the hope that a browser executes it. */
export const HOSTILE = {
  markup: `cat '<img src=x onerror="window.hacked=1">/.env'`,
  script: `echo '</script><script>window.hacked=1</script>' && cat "<svg onload=window.hacked=1>/.env"`,
  link: `cat '[x](javascript:window.hacked=1)/.env'`,
  escape: `printf '\u001B[2J\u001B[31mred' && cat .env`,
  turned: `cat 'safe\u202Evne.\u202C/.env'`,
  long: `cat '${'x'.repeat(100_000)}/.env'`,
  /** Refused, and not by a hook that is always on, so that it waits for the user in full. */
  longPush: `git push --force origin main ${'x'.repeat(100_000)}`,
  leftward: `cat 'שלום עולם مرحبا بالعالم/.env'`,
  agent: '<b onmouseover="window.hacked=1">helper</b>',
  session: `s"><img src=x onerror="window.hacked=1">`,
  reason: `مرحبا ${'<b onclick="window.hacked=1">x</b>'.repeat(4_000)} \u202E`,
  file: `src/"><iframe src="https://example.com/"></iframe>.env`,
} as const

/** A line that no hook wrote: any program with the user's rights can append to the audit. */
export function forge({ home }: Project, fields: Json): void {
  const state = join(home, '.local/state/holdpoint')
  const spool = readdirSync(state, { recursive: true, encoding: 'utf8' }).find((name) => name.endsWith('.jsonl')) ?? ''
  const file = join(state, spool)
  const [line = ''] = readFileSync(file, 'utf8').split('\n')
  appendFileSync(file, `${JSON.stringify({ ...(JSON.parse(line) as Json), ...fields })}\n`)
}

/** A short working day, so that every page has data. */
export async function aBusyDay(project: Project): Promise<void> {
  project.write({ '.env': 'A=1\n', 'src/a.ts': 'export const a = 1\n' })
  await project.event('SessionStart', { source: 'startup' })
  await project.event('UserPromptSubmit', { prompt: 'Specify the paging' })
  for (const command of ['ls -la', 'npm test', 'git status', 'git push --force origin main', 'cat .env']) {
    await project.bash(command)
  }
  await project.bash('git push --force origin release main', { tool_use_id: 't1' })
  await project.bash('git push origin release main', { tool_use_id: 't2' })
  await project.bash('git reset --hard', { agent_id: 'a1', agent_type: 'spec-writer' })
  await project.event('SubagentStop', { agent_id: 'a1', agent_type: 'spec-writer', last_assistant_message: 'done' })
  await project.event('SessionStart', { session_id: 's2', source: 'startup' })
  await project.bash('rm -rf ~', { session_id: 's2' })
}
