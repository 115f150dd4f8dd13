import { UNKNOWN, type Run } from '../effects.ts'

/**
 * What a statement takes away. `drop`: a whole table, schema or database. `rows`: all rows, a column or an account.
 * `form`: what can be made again from the data, such as an index.
 */
export type Loss = 'drop' | 'rows' | 'form'

export interface StatementLoss {
  readonly loss: Loss
  /** For people. */
  readonly statement: string
}

/** The worst that a text for a database does; undefined when it takes nothing away. */
export function lossIn(text: string, run: Pick<Run, 'program' | 'args' | 'env'>): StatementLoss | undefined {
  if (text.length > MAX_TEXT || isReadOnly(text, run)) return undefined
  const isOther = /^(?:redis-cli|valkey-cli|keydb-cli|mongosh|mongo|arangosh)$/.test(run.program)
  const found = isOther ? otherLosses(text, run.program) : sqlLosses(text, run.program)
  return ORDER.flatMap((loss) => found.find((one) => one.loss === loss) ?? [])[0]
}

const ORDER: readonly Loss[] = ['drop', 'rows', 'form']
const MAX_TEXT = 1 << 18

/** Databases that keep nothing, or that are opened to be read. */
function isReadOnly(text: string, { program, args, env }: Pick<Run, 'program' | 'args' | 'env'>): boolean {
  if (/read\s+write|read_?only\s*(?:=|to)\s*'?(?:off|0|false)/i.test(text)) return false
  if (/^(?:sqlite3?|duckdb|litecli|spatialite)$/.test(program))
    return args.some((arg) => /^--?readonly$|^:memory:$|[?&]mode=(?:ro|memory)\b/.test(arg))
  if (program === 'psql') return /default_transaction_read_only\s*=\s*(?:on|1|true|yes)/i.test(env['PGOPTIONS'] ?? '')
  return program.startsWith('clickhouse') && args.some((arg) => /^--readonly(?:=[12])?$/.test(arg))
}

function sqlLosses(text: string, program: string): readonly StatementLoss[] {
  const statements = statementsIn(text)
  const found = statements.flatMap((statement): readonly StatementLoss[] => {
    // A tool that takes statements does not always say for which database.
    const loss = sqlLoss(statement) ?? mongoLoss(statement) ?? redisLoss(statement)
    return loss === undefined ? [] : [{ loss, statement }]
  })
  // Where definitions are part of a transaction, one that is rolled back changes nothing at all.
  const isRolledBack =
    /^(?:begin|start transaction)\b/i.test(statements[0] ?? '') &&
    /^rollback(?!\s+to\b)/i.test(statements.at(-1) ?? '') &&
    !statements.some((statement) => /^(?:commit|end|rollback)\b/i.test(statement) && statement !== statements.at(-1))
  if (!isRolledBack) return found
  return /^(?:psql|pgcli|sqlite3?|duckdb)$/.test(program) ? [] : found.filter(({ loss }) => loss === 'drop')
}

/** Without comments, with texts in quotes left empty. What MySQL runs of a comment stays. */
function statementsIn(text: string): readonly string[] {
  const plain = text.replace(
    /\/\*!\d*|\*\/|\/\*[\s\S]*?(?:\*\/|$)|--[^\n]*|'(?:[^'\\]|''|\\[\s\S])*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$/g,
    (part) => {
      if (part.startsWith('/*') || part === '*/' || part.startsWith('--')) return ' '
      // The body of `DO $$ … $$` runs; that of a function only when it is called.
      if (part.startsWith('$'))
        return /\bdo\s*$/i.test(text.slice(0, text.indexOf(part))) ? `;${part.replaceAll('$', ' ')};` : "''"
      return part.startsWith('"') ? part : "''"
    },
  )
  return plain
    .split(/;|\\g\b/)
    .map((statement) => statement.replace(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '')
}

const DROPS =
  /^drop (?:database|schema|table|foreign table|keyspace|tablespace|owned|catalog|dictionary|measurement|series|bucket|dataset|collection|materialized view|external table|snapshot table)\b/i
const ACCOUNTS = /^drop (?:user|role|login|group|policy|server|publication|subscription|warehouse)\b/i
const TEMPORARY = /^drop (?:temporary|temp)\b|^drop table (?:if exists )?(?:pg_temp\.|"?temp"?\.|#)/i
const ALWAYS =
  /\bwhere (?:\(?\s*(?:1\s*=\s*1|true|1|''\s*=\s*''|1\s*<>\s*0|not false)\s*\)?)(?:$| (?:returning|limit|or)\b)/i

function sqlLoss(written: string): Loss | undefined {
  const statement = written.replace(/^(?:begin|do|loop|then|else|go)\s+(?=drop|delete|truncate|update|alter)/i, '')
  const explained = /^explain (?:\((?<options>[^)]*)\) ?)?(?<analyse>analy[sz]e )?(?:verbose )?(?<rest>.*)$/is.exec(
    statement,
  )
  if (explained?.groups !== undefined) {
    const { options = '', analyse, rest = '' } = explained.groups
    return analyse !== undefined || /analy[sz]e(?! (?:off|false|0))/i.test(options) ? sqlLoss(rest) : undefined
  }
  if (TEMPORARY.test(statement)) return undefined
  // A graph: `MATCH (n) DETACH DELETE n`.
  if (/^(?:optional )?match\b.*\bdelete \w/i.test(statement))
    return /\bwhere\b|\{/i.test(statement) ? undefined : 'rows'
  if (DROPS.test(statement) || /^truncate\b/i.test(statement)) return 'drop'
  if (ACCOUNTS.test(statement)) return 'rows'
  if (/^drop \w+/i.test(statement)) return /\bcascade$/i.test(statement) ? 'rows' : 'form'
  if (/^alter .*\bdrop (?:column|partition|subpartition|chunk)\b/i.test(statement)) return 'rows'
  // `drop email`, without the word column; but not `drop constraint x`.
  if (
    /^alter table .*\bdrop (?:if exists )?(?!constraint|index|key|primary|foreign|default|not|check|expression|identity|trigger|column)["`[\w]/i.test(
      statement,
    )
  )
    return 'rows'
  if (/^alter .*\bdrop\b/i.test(statement)) return 'form'
  return losesRows(statement) ? 'rows' : undefined
}

/** `DELETE` and `UPDATE` of all rows, also inside of `WITH`; with a condition that always holds as well. */
function losesRows(statement: string): boolean {
  if (!/\b(?:delete|update)\b/i.test(statement)) return false
  const isChange =
    /^(?:delete\b(?: from)?|update\b.*\bset\b|alter table .* (?:delete|update)\b)|\b(?:delete from|update \S+ set) /i.test(
      statement,
    )
  if (!isChange || /^(?:create|grant|revoke|comment|insert|select(?!.*\bdelete from)|lock|show)\b/i.test(statement))
    return false
  return ALWAYS.test(statement) || !/\bwhere\b|\blimit \d|\bwhere current of\b|\busing\b.*\bon\b/i.test(statement)
}

/** Databases that speak no SQL. */
function otherLosses(text: string, program: string): readonly StatementLoss[] {
  const isMongo = /^(?:mongo|mongosh|arangosh)$/.test(program)
  return text
    .split(isMongo ? /;|\n(?=\s*(?:db|use|rs|sh)\b)/ : /\n/)
    .map((line) => line.trim())
    .flatMap((statement): readonly StatementLoss[] => {
      const loss = isMongo ? mongoLoss(statement) : redisLoss(statement)
      return loss === undefined ? [] : [{ loss, statement }]
    })
}

function mongoLoss(statement: string): Loss | undefined {
  const code = statement.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, ' ')
  if (/\.drop(?:Database)?\s*\(|\bdropDatabase\b|_drop\s*\(|_dropDatabase\s*\(/.test(code)) return 'drop'
  if (/\.(?:deleteMany|remove)\s*\(\s*(?:\{\s*\}\s*)?[,)]/.test(code)) return 'rows'
  if (
    /\.(?:updateMany)\s*\(\s*\{\s*\}\s*,|\bdrop(?:User|Role|AllUsers|AllRoles)\w*\s*\(|\bshutdownServer\s*\(/.test(code)
  )
    return 'rows'
  return /\.dropIndex(?:es)?\s*\(/.test(code) ? 'form' : undefined
}

function redisLoss(statement: string): Loss | undefined {
  if (
    /^flush(?:all|db)\b/i.test(statement) ||
    (/^eval(?:sha)?\b|^fcall\b/i.test(statement) && /flush(?:all|db)/i.test(statement))
  )
    return 'drop'
  // Where its file goes, it writes what it is given.
  if (
    /^(?:config\s+set\s+(?:dir|dbfilename)|debug\s+(?:reload|segfault)|shutdown|swapdb|replicaof|slaveof|cluster\s+reset|module\s+load)\b/i.test(
      statement,
    )
  )
    return 'rows'
  return /^(?:del|unlink)\s/i.test(statement) && statement.includes(UNKNOWN) ? 'rows' : undefined
}
