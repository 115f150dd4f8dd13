import { isKnown } from '../../effects.ts'
import { listOf, unclassified, type ProgramCall, type Objection, type UsageTable, type Usage } from '../usage.ts'
import { onlySelects } from '../sql.ts'
import { readWords, valuesOf } from '../words.ts'

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

/** Clients of databases: with statements on the command line, and only those that read. */
export const databases: UsageTable = {
  psql: client({
    options: '-A -H -x -t -q -X -n -w -W --csv --html --expanded --tuples-only --no-align --quiet --no-psqlrc',
    takes: '-c -h -p -U -d -F -R --command --host --port --username --dbname --field-separator',
    statements: '-c --command',
    alone: '-l --list -V',
    wordsToo: false,
  }),
  'mysql mariadb': client({
    options: '-B -N -s -t -E -H -X -p -r --batch --html --xml --table --silent --skip-column-names --vertical --raw',
    takes: '-e -h -P -u -D --execute --host --port --user --database',
    statements: '-e --execute',
    alone: '-V',
    wordsToo: false,
  }),
  sqlite3: client({
    options: FORMATS,
    takes: '-cmd -separator -nullvalue -newline',
    longDash: true,
    statements: '-cmd',
    alone: '-help -version',
    wordsToo: true,
  }),
  duckdb: client({
    options: FORMATS,
    takes: '-cmd -c -s -separator -nullvalue -newline',
    longDash: true,
    statements: '-cmd -c -s',
    alone: '-help -version',
    wordsToo: true,
  }),
}

function client({ statements, alone, wordsToo, ...spec }: Client): Usage {
  const tool: Usage = { ...spec, options: `${spec.options} ${alone}` }
  return { ...tool, check: (call) => onlyReads(call, tool, listOf(statements), listOf(alone), wordsToo) }
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
