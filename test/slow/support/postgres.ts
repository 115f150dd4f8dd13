import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** PostgreSQL and PgBouncer of the distribution, on loopback, in a folder of their own. */
export interface Postgres {
  readonly url: string
  /** The same database through PgBouncer in transaction mode. */
  readonly bouncer: string
  /** Ends the database without a shutdown, as a power cut would. */
  down(): Promise<void>
  up(): Promise<void>
  /** Both. */
  crash(): Promise<void>
  /** Runs one of PostgreSQL's programs against it, and returns what it prints. */
  tool(name: string, args: readonly string[], input?: string): string
  stop(): Promise<void>
}

/** Both refuse to run as root; any other user will do. */
export const asOther = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
const USER = 'holdpoint'

export async function startPostgres(): Promise<Postgres> {
  const programs = programFolder()
  const folder = mkdtempSync(join(tmpdir(), 'holdpoint-postgres-'))
  chmodSync(folder, 0o777)
  const [port, bouncerPort] = [await freePort(), await freePort()]
  const data = join(folder, 'data')
  run(join(programs, 'initdb'), ['-D', data, '-A', 'trust', '-U', USER, '-E', 'UTF8', '--no-sync'])
  const start = (): ChildProcess => {
    const settings = [
      `port=${port}`,
      'listen_addresses=127.0.0.1',
      `unix_socket_directories=${folder}`,
      'max_connections=60',
    ]
    return launch(join(programs, 'postgres'), ['-D', data, ...settings.flatMap((one) => ['-c', one])])
  }
  let database = start()
  const connection = ['-h', '127.0.0.1', '-p', String(port), '-U', USER]
  const tool: Postgres['tool'] = (name, args, input) => run(join(programs, name), [...connection, ...args], input)
  await untilReady(() => tool('psql', ['-d', 'postgres', '-c', 'SELECT 1']))
  tool('createdb', ['holdpoint'])

  async function down(): Promise<void> {
    const gone = new Promise((resolve) => database.once('exit', resolve))
    database.kill('SIGQUIT')
    await gone
  }
  async function up(): Promise<void> {
    database = start()
    await untilReady(() => tool('psql', ['-d', 'postgres', '-c', 'SELECT 1']))
  }

  const settings = join(folder, 'pgbouncer')
  mkdirSync(settings)
  writeFileSync(join(settings, 'users.txt'), `"${USER}" ""\n`)
  writeFileSync(
    join(settings, 'pgbouncer.ini'),
    `[databases]\n* = host=127.0.0.1 port=${port}\n[pgbouncer]\nlisten_addr=127.0.0.1\nlisten_port=${bouncerPort}\nauth_type=any\nauth_file=${settings}/users.txt\npool_mode=transaction\nunix_socket_dir=\ndefault_pool_size=10\nignore_startup_parameters=extra_float_digits\n[users]\n`.replace(
      '* = host=127.0.0.1',
      `holdpoint = user=${USER} host=127.0.0.1`,
    ),
  )
  const pooler = launch('/usr/sbin/pgbouncer', [join(settings, 'pgbouncer.ini')])
  const bouncer = `postgres://${USER}@127.0.0.1:${bouncerPort}/holdpoint`
  await untilReady(() => run(join(programs, 'psql'), [bouncer, '-c', 'SELECT 1']))
  return {
    url: `postgres://${USER}@127.0.0.1:${port}/holdpoint`,
    bouncer,
    tool,
    down,
    up,
    async crash() {
      await down()
      await up()
    },
    async stop() {
      const gone = [pooler, database].map((child) => new Promise((resolve) => child.once('exit', resolve)))
      pooler.kill('SIGINT')
      database.kill('SIGINT')
      await Promise.all(gone)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function programFolder(): string {
  const versions = readdirSync('/usr/lib/postgresql').toSorted((a, b) => Number(b) - Number(a))
  const found = versions
    .map((version) => `/usr/lib/postgresql/${version}/bin`)
    .find((one) => existsSync(join(one, 'initdb')))
  if (found === undefined) throw new Error('PostgreSQL is not installed: node scripts/need.mjs postgres pgbouncer')
  return found
}

const launch = (program: string, args: readonly string[]): ChildProcess =>
  spawn(program, args, { ...asOther, cwd: '/', stdio: 'ignore', env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' } })

function run(program: string, args: readonly string[], input?: string): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    ...asOther,
    cwd: '/',
    encoding: 'utf8',
    maxBuffer: 256 << 20,
    env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' },
    ...(input !== undefined && { input }),
  })
  if (status !== 0) throw new Error(`${program}: ${error?.message ?? stderr}`)
  return stdout
}

async function untilReady(check: () => unknown): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      check()
      return
    } catch (error) {
      if (tries >= 150) throw error
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
