import { Command, Option } from 'commander'
import { UserError } from '@holdpoint/engine'
import { serve, type ServeOptions } from './serve.ts'

declare const __HOLDPOINT_VERSION__: string
const VERSION = typeof __HOLDPOINT_VERSION__ === 'string' ? __HOLDPOINT_VERSION__ : '0.0.0'

const HELP = `
Examples:
  $ npx holdpoint-server
  $ npx holdpoint-server --data /var/lib/holdpoint --port 4700
  $ npx holdpoint-server --database postgres://holdpoint@db/holdpoint --public-url https://holdpoint.example.com
  $ npx holdpoint-server --oidc-issuer https://id.example.com --oidc-client holdpoint --oidc-secret-file /run/oidc-secret --oidc-domain example.com

The database can also come from HOLDPOINT_DATABASE, so that its password is in no process list.
Exit code: 0 stopped by a signal; 1 it could not start.`

const many = (text: string, before: readonly string[] = []): readonly string[] => [...before, text]

const program = new Command('holdpoint-server')
  .description('The team server of Holdpoint: a central audit and a view of every machine.')
  .version(VERSION, '-V, --version', 'print the version')
  .helpOption('-h, --help', 'show help')
  .option('--data <folder>', 'where the embedded database is', 'holdpoint-data')
  .option('--database <url>', 'PostgreSQL 15 or newer instead of the embedded database')
  .option('--port <number>', 'the port, 0 for any free one', '4700')
  .option('--host <address>', 'the address to listen on', '127.0.0.1')
  .option('--public-url <url>', 'where browsers and machines reach it, when that is not this address')
  .option('--team <name>', 'the name of the team', 'My team')
  .option('--retention <days>', 'how long decisions are kept', '90')
  .option('--proxy <address>', 'a proxy in front, as address or network, repeatable', many)
  .addOption(new Option('--oidc-issuer <url>', 'sign in with this identity provider').env('HOLDPOINT_OIDC_ISSUER'))
  .addOption(new Option('--oidc-client <id>', 'the client id at the provider').env('HOLDPOINT_OIDC_CLIENT'))
  .addOption(new Option('--oidc-secret-file <path>', 'a file with the client secret').env('HOLDPOINT_OIDC_SECRET_FILE'))
  .option('--oidc-domain <domain>', 'let addresses of this domain in as viewers, repeatable', many)
  .option('--oidc-role <role=group>', 'let only these groups in, repeatable', many)
  .option('--oidc-groups-claim <name>', 'the claim with the groups (default: groups)')
  .option('--oidc-scope <scopes>', 'what to ask for (default: openid email profile)')
  .option('--oidc-trust-email', 'the provider verifies addresses without saying so')
  .addHelpText('after', HELP)
  .configureOutput({ outputError: (text, write) => write(text.replace(/^error:/, 'holdpoint-server:')) })
  .action(async (options: ServeOptions) => {
    const server = await serve({
      ...options,
      version: VERSION,
      database: options.database ?? process.env['HOLDPOINT_DATABASE'],
    })
    process.stdout.write(
      `Holdpoint team server ${VERSION} on ${server.database}\n  address        ${server.url}\n  administrator  ${server.link}\n                 (this link works once, for an hour)\n`,
    )
    const stop = (): void => void server.close().then(() => process.exit(0))
    process.once('SIGTERM', stop).once('SIGINT', stop)
  })

try {
  await program.parseAsync()
} catch (error) {
  if (!(error instanceof UserError)) throw error
  process.stderr.write(`holdpoint-server: ${error.message}\n`)
  process.exitCode = 1
}
