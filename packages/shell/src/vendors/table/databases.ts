import { isKnown } from '../../effects.ts'
import { listOf, unclassified, type ProgramCall, type Objection, type Usage } from '../../read-only/usage.ts'
import { onlySelects } from '../../read-only/sql.ts'
import { readWords, valuesOf } from '../../read-only/words.ts'
import type { Vendor, VendorTable } from '../vendor.ts'

interface Client extends Pick<Usage, 'options' | 'takes' | 'longDash'> {
  /** Options whose value is a statement. */
  readonly statements: string
  /** Options that need no statement. */
  readonly alone: string
  /** Words behind the first are statements too. */
  readonly wordsToo: boolean
}

const FORMATS =
  '-json -line -column -csv -header -noheader -list -html -markdown -table -box -quote -readonly -bail -batch'

/** Clients of databases. What their statements destroy is in `statements.ts`. */
export const databases = (): VendorTable => ({
  psql: reader({
    options: '-A -H -x -t -q -X -n -w -W --csv --html --expanded --tuples-only --no-align --quiet --no-psqlrc',
    takes: '-c -h -p -U -d -F -R --command --host --port --username --dbname --field-separator',
    statements: '-c --command',
    alone: '-l --list -V',
    wordsToo: false,
  }),
  'mysql mariadb': reader({
    options: '-B -N -s -t -E -H -X -p -r --batch --html --xml --table --silent --skip-column-names --vertical --raw',
    takes: '-e -h -P -u -D --execute --host --port --user --database',
    statements: '-e --execute',
    alone: '-V',
    wordsToo: false,
  }),
  sqlite3: reader({
    options: FORMATS,
    takes: '-cmd -separator -nullvalue -newline',
    longDash: true,
    statements: '-cmd',
    alone: '-help -version',
    wordsToo: true,
  }),
  duckdb: reader({
    options: FORMATS,
    takes: '-cmd -c -s -separator -nullvalue -newline',
    longDash: true,
    statements: '-cmd -c -s',
    alone: '-help -version',
    wordsToo: true,
  }),
  'dropdb dropuser': { stack: 'database', takes: '-h --host -p --port -U --username', destroys: '*' },
  pg_restore: {
    stack: 'database',
    takes: '-d --dbname -h -p -U -j',
    destroys: '** -c|--clean',
    releases: '* -d|--dbname',
  },
  'mysqladmin mariadb-admin': {
    stack: 'database',
    takes: '-h --host -P --port -u --user -S --socket',
    reads: 'status, ping, version, processlist',
    destroys: 'drop, shutdown, kill, flush-privileges, password, ** drop',
  },
  'influx influxdb3': {
    stack: 'database',
    takes: '--host --token --org -o -t -c --active-config',
    reads: 'ping, version, bucket|org|user list',
    destroys: 'delete, bucket|org|user|auth|task|dashboard|stack|v1 ** delete|rm, * delete, restore --full',
    releases: 'restore, apply, write',
  },
  'neo4j-admin neo4j cypher-shell': {
    stack: 'database',
    takes: '-u --username -p --password -a --address -d --database -f --file',
    destroys: 'database delete|load, load, dbms set-initial-password, drop-*',
    releases: 'database migrate|copy|import, import',
  },
  'arangorestore pg_dropcluster pg_resetwal pg_rewind': { stack: 'database', destroys: '*' },
  nodetool: {
    stack: 'database',
    takes: '-h -p -u -pw',
    destroys: 'decommission, removenode, assassinate, clearsnapshot, drain, truncatehints, stopdaemon',
  },
  mongorestore: {
    stack: 'database',
    takes: '-d --db -c --collection --uri -h --host',
    destroys: '** --drop',
    releases: '*',
  },
})

/** With statements on the command line, and only those that read. */
function reader({ statements, alone, wordsToo, ...spec }: Client): Vendor {
  const tool: Usage = { ...spec, options: `${spec.options} ${alone}` }
  const check: Usage['check'] = (call) => onlyReads(call, tool, listOf(statements), listOf(alone), wordsToo)
  return { stack: 'database', reads: { ...tool, check } }
}

const LOCAL = /^(?:127\.0\.0\.1|::1|[\w-]+)$/

/** Lists of a file database's own making. */
const LISTS = /^\.(?:tables|schema|databases|indexes|indices)\b[\w\s%]*$/

function onlyReads(
  { name, args }: ProgramCall,
  tool: Usage,
  carriers: readonly string[],
  alone: readonly string[],
  wordsToo: boolean,
): Objection | undefined {
  const { options, operands } = readWords(args, tool)
  const given = [...valuesOf(options, ...carriers), ...(wordsToo ? operands.slice(1) : [])]
  const isReading = given.every((sql) => isKnown(sql) && (onlySelects(sql) || (wordsToo && LISTS.test(sql))))
  // Another machine's server may ask the client for files of this one.
  const hosts = valuesOf(options, '-h', '--host')
  const isNear =
    [...hosts, ...operands].every((word) => !/:\/\/|=/.test(word)) && hosts.every((host) => LOCAL.test(host))
  const isAlone = options.some((option) => alone.includes(option.name))
  return isReading && isNear && (given.length > 0 || isAlone) ? undefined : unclassified(`\`${name}\` may change data.`)
}
