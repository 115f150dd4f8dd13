// Runs steps through the hook runtime of @cursor/sdk: its own loading, starting, parsing and merging. The agent itself
// cannot run here, because it needs Cursor's servers.
//
//   node cursor-driver.cjs <folder of the sdk> <transport> < [[step, request], …]      prints one answer per line
const { cpSync, existsSync, readFileSync, writeFileSync } = require('node:fs')
const { join } = require('node:path')

const [, , sdk, transport] = process.argv
const folder = join(sdk, '../../../exposed')
if (!existsSync(join(folder, 'ready'))) {
  cpSync(join(sdk, 'dist/cjs'), folder, { recursive: true })
  // The package does not export its hook runtime.
  expose('342.js', 'createLocalExecutor:()=>DP', 'createLocalExecutor:()=>DP,hooks:()=>Dx')
  expose(
    'index.js',
    'module.exports=o})();',
    'module.exports=()=>Promise.all([i.e(360),i.e(342)]).then(()=>i("./src/agent/local-executor.ts"))})();',
  )
  writeFileSync(join(folder, 'ready'), '')
}

function expose(name, before, after) {
  const text = readFileSync(join(folder, name), 'utf8')
  if (!text.includes(before)) throw new Error(`${name} is not that of @cursor/sdk 1.0.32`)
  writeFileSync(
    join(folder, name),
    text.replace(before, () => after),
  )
}

async function main() {
  const { hooks } = await require(join(folder, 'index.js'))()
  const workspaceState = { projectRoot: process.cwd(), workspaceRoots: [process.cwd()] }
  const runtime = await hooks({ useCommandHookStdinTransport: transport === 'stdin' }).createHooksRuntime({
    workspaceState,
  })
  const { hookExecutor } = runtime.createSessionRuntime()
  for (const [step, request] of JSON.parse(readFileSync(0, 'utf8'))) {
    const answer = await hookExecutor.executeHookForStep(step, request)
    console.log(JSON.stringify(answer ?? null))
  }
  process.exit(0)
}

void main()
