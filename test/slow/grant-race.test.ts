import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { grantCall } from '../../packages/runtime/src/approvals/grant.ts'
import { placeOf } from '../../packages/runtime/src/system/state/place.ts'

/** One grant, and many hooks that want to use it at the same moment. */

const BIN = join(import.meta.dirname, '../../packages/cli/dist/bin/holdpoint.cjs')
const WORKERS = 8
const EACH = 125

const ASK = `
const { dispatch } = await import(process.argv[1])
const event = JSON.parse(process.argv[2])
let used = 0
for (let time = 0; time < Number(process.argv[3]); time++) {
  const answer = await dispatch(['PreToolUse'], event)
  if (!answer.stdout.includes('"deny"')) used += 1
}
process.stdout.write(String(used))
`

it('lets exactly one of a thousand racing uses pass', async () => {
  const root = mkdtempSync(join(tmpdir(), 'holdpoint-race-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const env = { PATH: process.env['PATH'], HOME: join(root, 'home'), XDG_RUNTIME_DIR: root }
  const project = join(root, 'project')
  await finished(spawn('git', ['init', '--quiet', project], { env }))
  const event = {
    hook_event_name: 'PreToolUse',
    session_id: 'race',
    cwd: project,
    tool_name: 'Bash',
    tool_input: { command: 'git reset --hard' },
  }
  const library = join(BIN, '../../lib/index.js')
  const play = (count: number): Promise<string> =>
    finished(
      spawn(process.execPath, ['--input-type=module', '-e', ASK, library, JSON.stringify(event), String(count)], {
        env,
        cwd: project,
      }),
    )
  expect(await play(1)).toBe('0')
  const place = placeOf(project, env)
  const [request] = approvals(place.directory)
  expect(grantCall(request?.id ?? '', 'terminal', { place, env, now: () => new Date() }).state).toBe('granted')
  const passed = await Promise.all(Array.from({ length: WORKERS }, () => play(EACH)))
  expect(passed.reduce((sum, count) => sum + Number(count), 0)).toBe(1)
  expect(approvals(place.directory).filter(({ state }) => state === 'used')).toHaveLength(1)
})

interface AuditedApproval {
  readonly id: string
  readonly state: string
}

const approvals = (directory: string): readonly AuditedApproval[] =>
  readFileSync(join(directory, 'spool', `${new Date().toISOString().slice(0, 10)}.jsonl`), 'utf8')
    .trim()
    .split('\n')
    .flatMap((line) => (JSON.parse(line) as { approval?: AuditedApproval }).approval ?? [])

function finished(child: ReturnType<typeof spawn>): Promise<string> {
  let text = ''
  child.stdout?.on('data', (chunk: Buffer) => (text += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (text += chunk.toString()))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', () => resolve(text))
  })
}
