import { Command, Option } from 'commander'
import { UserError } from '@holdpoint/engine'
import { exportDecisions, printHeads, verifyServer, type ExportOptions } from './commands/commands.ts'
import { serve, type ServeOptions } from './serve.ts'

declare const __HOLDPOINT_VERSION__: string
const VERSION = typeof __HOLDPOINT_VERSION__ === 'string' ? __HOLDPOINT_VERSION__ : '0.0.0'

const HELP = `
Examples:
  $ npx holdpoint-server
  $ npx holdpoint-server --data /var/lib/holdpoint --port 4700
  $ npx holdpoint-server --database postgres://holdpoint@db/holdpoint \\
      --public-url https://holdpoint.example.com
  $ npx holdpoint-server --oidc-issuer https://id.example.com \\
      --oidc-client holdpoint --oidc-secret-file /run/secrets/oidc \\
      --oidc-domain example.com
  $ npx holdpoint-server verify --heads /backup/heads

HOLDPOINT_DATABASE is used where --database is not given, so that its
password is in no process list.
Exit code: 0 stopped by a signal, 1 it could not start.`

const many = (text: string, before: readonly string[] = []): readonly string[] => [...before, text]

const DATABASE = ['--database <url>', 'PostgreSQL 15 or newer instead of the embedded one'] as const
const database = (): Option => new Option(...DATABASE).env('HOLDPOINT_DATABASE')
const DATA = ['--data <folder>', 'folder of the embedded database', 'holdpoint-data'] as const

const program = new Command('holdpoint-server')
  .description(
    'The team server of Holdpoint: a central audit and a view of every\nmachine. Without a command it starts the server.',
  )
  .version(VERSION, '-V, --version', 'print the version')
  .helpOption('-h, --help', 'show help')
  .helpCommand(false)
  .enablePositionalOptions()
  .showSuggestionAfterError(true)
  .allowExcessArguments(false)
  .configureOutput({ outputError: (text, write) => write(text.replace(/^error:/, 'holdpoint-server:')) })
  .option(...DATA)
  .addOption(database())
  .option('--port <number>', 'the port, 0 for any free one', '4700')
  .option('--host <address>', 'the address to listen on', '127.0.0.1')
  .option('--public-url <url>', 'https address of the proxy in front of it')
  .option('--proxy <address>', 'a proxy with a public address, repeatable', many)
  .option('--team <name>', 'the name of the team', 'My team')
  .option('--retention <days>', 'how long decisions are kept', '90')
  .option('--key <file>', 'key that signs daily heads (default: in --data)')
  .option('--heads <folder>', 'also write the signed heads of each day here')
  .addOption(new Option('--oidc-issuer <url>', 'sign in with this identity provider').env('HOLDPOINT_OIDC_ISSUER'))
  .addOption(new Option('--oidc-client <id>', 'client id at the provider').env('HOLDPOINT_OIDC_CLIENT'))
  .addOption(new Option('--oidc-secret-file <file>', 'file with the client secret').env('HOLDPOINT_OIDC_SECRET_FILE'))
  .option('--oidc-domain <domain>', 'admit its addresses as viewers, repeatable', many)
  .option('--oidc-role <role=group>', 'admit only these groups, repeatable', many)
  .option('--oidc-groups-claim <name>', 'claim with the groups (default: groups)')
  .option('--oidc-scope <scopes>', 'default: openid email profile')
  .option('--oidc-trust-email', 'the provider verifies every address')
  .addHelpText('after', HELP)
  .action(async (options: ServeOptions) => {
    const server = await serve({ ...options, version: VERSION })
    const first = server.enrol === undefined ? [] : [`  first machine  ${server.enrol}`]
    const lines = [
      `Holdpoint team server ${VERSION} on ${server.database}`,
      `  address        ${server.url}`,
      `  administrator  ${server.link}`,
      ...first,
      `                 (${first.length === 0 ? 'this works' : 'these work'} once, for an hour)`,
    ]
    process.stdout.write(`${lines.join('\n')}\n`)
    const stop = (): void => void server.close().then(() => process.exit(0))
    process.once('SIGTERM', stop).once('SIGINT', stop)
  })

const command = (name: string, description: string, more: string): Command =>
  program
    .command(name)
    .description(description)
    .option(...DATA)
    .addOption(database())
    .addHelpText('after', more)

const EMBEDDED = '\nStop a server on the embedded database first.'

command(
  'export',
  'print decisions other than pass, oldest first',
  `
Examples:
  $ npx holdpoint-server export --since 30d --format csv > decisions.csv
  $ npx holdpoint-server export --format otlp --endpoint http://127.0.0.1:4318
${EMBEDDED}`,
)
  .option('--format <name>', 'jsonl, csv or otlp (OpenTelemetry logs)', 'jsonl')
  .option('--since <when>', 'a time, or how long ago', '7d')
  .option('--until <when>', 'a time, or how long ago (default: now)')
  .option('--endpoint <url>', 'send to this collector instead of stdout')
  .action((options: ExportOptions) => exportDecisions(options, VERSION))

command(
  'heads',
  'print the signed heads of each day',
  `
Examples:
  $ npx holdpoint-server heads > heads.jsonl
${EMBEDDED}`,
)
  .option('--since <when>', 'a time, or how long ago (default: all)')
  .action(printHeads)

command(
  'verify',
  'compare the database with the signed heads of each day',
  `
Examples:
  $ npx holdpoint-server verify
  $ npx holdpoint-server verify --heads /backup/heads --public-key MCow…

Exit code: 0 it holds what was signed, 1 it could not be checked,
2 a day was rewritten; its date is printed.
${EMBEDDED}`,
)
  .option('--heads <path>', 'heads that were kept elsewhere, file or folder')
  .option('--key <file>', 'the signing key (default: in --data)')
  .option('--public-key <key>', 'trusted key instead, repeatable', many)
  .option('--retention <days>', 'how long the server keeps decisions', '90')
  .action(verifyServer)

try {
  await program.parseAsync()
} catch (error) {
  if (!(error instanceof UserError)) throw error
  process.stderr.write(`holdpoint-server: ${error.message}\n`)
  process.exitCode = 1
}
