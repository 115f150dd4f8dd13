// Starts programs and measures the cost of each. Node cannot report the processor time of a child's children, so the
// programs are started by one bash that lives as long as the run: it is small, so starting from it costs little, and
// its `times` counts everything that was waited for, to the millisecond. What a program leaves running is not counted.
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/**
 * What is measured:
 *   { cwd, env?, input?, program: [path, ...args] }             one program
 *   { cwd, env?, input?, each: [[path, ...args], …] }           several, one after another, all with the same input
 */
export async function openStopwatch(cases, { folder, env }) {
  const place = join(folder, 'stopwatch')
  mkdirSync(place, { recursive: true })
  cases.forEach(({ input = '' }, index) => writeFileSync(join(place, `${index}.in`), input))
  const script = join(place, 'stopwatch.sh')
  writeFileSync(script, `${cases.map(functionOf).join('')}${LOOP}`)
  const shell = spawn('bash', [script], {
    cwd: place,
    env: { ...env, LC_ALL: 'C' },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: shell.stdout })[Symbol.asyncIterator]()

  return {
    /** One run of one case. `wall` and `cpu` in milliseconds. */
    async measure(index) {
      shell.stdin.write(`${index}\n`)
      const { value = '', done } = await lines.next()
      if (done) throw new Error('the stopwatch has ended')
      return readingOf(value)
    },
    /** What the case printed the last time. */
    said: (index) => ({
      stdout: readFileSync(join(place, `${index}.out`), 'utf8'),
      stderr: readFileSync(join(place, `${index}.err`), 'utf8'),
    }),
    close: () => shell.stdin.end(),
  }
}

const LOOP = String.raw`
while IFS= read -r n; do
  times >before
  start=$EPOCHREALTIME
  ( "case_$n" ) <"$n.in" >"$n.out" 2>"$n.err"
  status=$?
  end=$EPOCHREALTIME
  times >after
  { read -r _ && read -r user0 system0; } <before
  { read -r _ && read -r user1 system1; } <after
  echo "$status $start $end $user0 $system0 $user1 $system1"
done
`

function functionOf({ cwd, env = {}, program, each }, index) {
  const variables = Object.entries(env).map(([name, value]) => `  export ${name}=${quote(value)}\n`)
  const lines =
    program === undefined ? each.map((words) => `  ${commandOf(words)} <"$in"\n`) : [`  exec ${commandOf(program)}\n`]
  return `case_${index}() {\n  in=$PWD/${index}.in\n  cd ${quote(cwd)}\n${variables.join('')}${lines.join('')}}\n`
}

const commandOf = (words) => words.map(quote).join(' ')
const quote = (text) => `'${text.replaceAll("'", String.raw`'\''`)}'`

function readingOf(line) {
  const [status, start, end, ...times] = line.split(' ')
  const [user0, system0, user1, system1] = times.map(milliseconds)
  return { status: Number(status), wall: (Number(end) - Number(start)) * 1000, cpu: user1 - user0 + system1 - system0 }
}

/** `1m2.345s` */
export function milliseconds(text) {
  const [, minutes, seconds] = /^(\d+)m([\d.]+)s$/.exec(text)
  return Number(minutes) * 60_000 + Number(seconds) * 1000
}

/** How many processes a case starts, itself included; undefined where that cannot be measured. */
export function countProcesses({ cwd, env = {}, input = '', program, each }, { env: common, folder }) {
  const log = join(folder, 'strace.log')
  const trace = ['-f', '-qq', '-e', 'trace=clone,clone3,fork,vfork', '-o', log]
  const count = (words) => {
    const { error, status } = spawnSync('strace', [...trace, ...words], {
      cwd,
      input,
      env: { ...common, ...env },
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    if (error !== undefined || status === null) return undefined
    return 1 + forksIn(readFileSync(log, 'utf8'))
  }
  const counts = (each ?? [program]).map(count)
  return counts.includes(undefined) ? undefined : counts.reduce((sum, value) => sum + value, 0)
}

/** Threads are started by the same calls as processes, with a flag that says so. */
export const forksIn = (log) =>
  log.split('\n').filter((line) => /\b(?:clone3?|v?fork)\(/.test(line) && !/CLONE_THREAD|= -1 /.test(line)).length
