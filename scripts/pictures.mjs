// Makes the pictures of the documentation from the real program: `npm run pictures`. By hand, and not in CI, because a
// browser renders letters a little differently on each machine; a test checks that every referenced picture exists.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { chromium } from 'playwright-core'
import { root } from './bundle.mjs'
import { aProject, HOLDPOINT, NOW, play } from './demo-week.mjs'
import { layersOfPolicy, pathOfAnEvent } from './diagrams.mjs'
import { recording } from './recording.mjs'

const out = join(root, 'docs/pictures')
const LARGEST = 200_000
mkdirSync(out, { recursive: true })

save('event.svg', pathOfAnEvent())
save('layers.svg', layersOfPolicy())
record()
await photograph()

/** From an empty project to a policy that was replayed on the user's own history. */
function record() {
  const demo = aProject({ 'README.md': '# Search service\n' })
  const { run, project, write } = demo
  const scene = (typed, words, options = {}) => ({ typed, ...run(words, { colour: true, ...options }) })
  const call = { session_id: 's1', tool_name: 'Bash', tool_input: { command: 'git push --force origin main' } }
  const key = project.replaceAll(/[^A-Za-z0-9]/g, '-')
  const scenes = [
    scene('holdpoint init --scope local --preset recommended', 'init --scope local --preset recommended'.split(' ')),
    {
      comment: 'the agent calls: git push --force origin main',
      ...scene(`holdpoint hook PreToolUse < call.json`, ['hook', 'PreToolUse'], { input: JSON.stringify(call) }),
    },
    scene('holdpoint why last', ['why', 'last'], { moment: NOW + 9_000 }),
  ]
  write(`../home/.claude/projects/${key}/s1.jsonl`, transcript(project))
  scenes.push({
    comment: 'apply this policy to past sessions',
    ...scene('holdpoint replay --yes', ['replay', '--yes'], { moment: NOW + 20_000 }),
  })
  const svg = recording(scenes, { title: 'holdpoint init, a force push denied, why, and a replay of past sessions' })
  save('terminal.svg', svg)
}

/** Some of what an agent did before Holdpoint was installed. */
function transcript(cwd) {
  const commands = [
    'npm test',
    'git push --force origin main',
    'rm -rf "$BUILD_DIR"/',
    'git push --force origin paging',
    'cat .env',
    'git status',
  ]
  return commands
    .map((command, index) =>
      JSON.stringify({
        type: 'assistant',
        sessionId: 's1',
        cwd,
        timestamp: new Date(NOW - (40 - index) * 60_000).toISOString(),
        message: { content: [{ type: 'tool_use', id: `t${index}`, name: 'Bash', input: { command } }] },
      }),
    )
    .join('\n')
}

async function photograph() {
  const demo = aProject()
  play(demo)
  demo.write('.claude/.proof-status', `pending|${Math.floor(NOW / 1000) - 900}\n`)
  demo.write('.claude/.test-status', `pass|0|${Math.floor(NOW / 1000) - 1200}\n`)
  const server = spawn(process.execPath, [HOLDPOINT, 'dashboard', '--json'], {
    cwd: demo.project,
    env: demo.at(NOW),
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface(server.stdout)[Symbol.asyncIterator]()
  const read = async () => JSON.parse((await lines.next()).value)
  const { address } = await read()
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args })
  const desk = { viewport: { width: 1180, height: 800 } }
  const phone = { viewport: { width: 375, height: 760 }, deviceScaleFactor: 1.5 }
  const story = 'decision/last'
  for (const [name, path, contextOptions] of [
    ['overview.png', '', desk],
    ['overview-dark.png', '', { ...desk, colorScheme: 'dark' }],
    ['timeline.png', 'timeline?notPass=1', desk],
    ['decision.png', story, { viewport: { width: 1180, height: 900 } }],
    ['decision-dark.png', story, { viewport: { width: 1180, height: 900 }, colorScheme: 'dark' }],
    ['hooks.png', 'hooks', desk],
    ['state.png', 'state', desk],
    ['phone-overview.png', '', phone],
    ['phone-timeline.png', 'timeline', { ...phone, colorScheme: 'dark' }],
  ]) {
    const context = await browser.newContext({ timezoneId: 'UTC', reducedMotion: 'reduce', ...contextOptions })
    const page = await context.newPage()
    await page.clock.setFixedTime(NOW)
    server.stdin.write('\n')
    await page.goto((await read()).open)
    await page.getByText('Live', { exact: true }).waitFor()
    await page.goto(address + path)
    await page.locator('.panel').first().waitFor()
    await page.getByText('Live', { exact: true }).waitFor()
    await page.waitForTimeout(400)
    save(name, await page.screenshot())
    await context.close()
  }
  await browser.close()
  server.kill('SIGTERM')
  await once(server, 'close')
}

function save(name, bytes) {
  const file = join(out, name)
  writeFileSync(file, bytes)
  const { size } = statSync(file)
  if (size > LARGEST) throw new Error(`${name} is ${size} bytes; at most ${LARGEST}`)
  console.log(`docs/pictures/${name} (${Math.round(size / 1000)} kB)`)
}
