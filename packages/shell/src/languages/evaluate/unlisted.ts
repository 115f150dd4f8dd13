import { UNKNOWN } from '../../effects.ts'
import { type Arguments, emit, type Machine } from './machine.ts'
import { optionsOf, type CodeValue } from './values.ts'

/** What a function that no rule describes does, by its name and what it is given. */
export function mayDo(machine: Machine, { name, self }: CodeValue & { kind: 'ref' }, given: Arguments): void {
  const method = name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf('#')) + 1)
  const texts = textsIn([...given.args, ...given.named.values()])
  if (STATEMENTS.test(method)) for (const text of texts) if (SQL.test(text)) emit(machine, { kind: 'sql', text })
  if (method === 'text') for (const text of texts) if (WHOLE.test(text)) emit(machine, { kind: 'sql', text })
  if (READS.test(method))
    for (const path of texts) if (isPath(path)) emit(machine, { kind: 'file', op: 'read', path, maybe: true })
  const isCall = self !== undefined || name.includes('.') || method.endsWith('Command')
  if (isCall && DESTROYS.test(method))
    emit(machine, { kind: 'net', target: REMOTE, sends: false, twoWay: false, method: 'DELETE' })
}

/** The service that a library talks to; which one is not known. Counts only where the code loads such a library. */
export const REMOTE = `https://${UNKNOWN}/`

const textsIn = (values: readonly CodeValue[]): readonly string[] =>
  values.flatMap((value) =>
    optionsOf(value).flatMap((one) => (one.kind === 'text' && !one.text.includes(UNKNOWN) ? [one.text] : [])),
  )

const STATEMENTS =
  /^(?:\$?(?:execute|query|exec|raw|unsafe|prepare|run|do|sql|command)(?:_?(?:script|many|raw|unsafe|async|sync|all|update|non_?query|batch))*|executescript|exec_driver_sql|exec_query|each_row)$/i
/** `execute(text('DROP TABLE t'))` */
const WHOLE = /^\s*(?:drop\s+(?:table|database|schema)|truncate\s+table|delete\s+from)\s/i
const SQL = /^\s*(?:drop|truncate|delete\s+from|alter|update)\s/i

const READS =
  /^(?:read\w*|load(?:_?file|s_file)?|load_yaml|slurp\w*|foreach|each_line|dotenv_values|get_key|parse_?file|from_?file|lines|cat)$/i
const isPath = (text: string): boolean =>
  text.length < 300 && /^[~./\w-][^\s*?{}[\]<>|;"']*$/.test(text) && /[./]/.test(text)

/** Methods of clients of clouds: `delete_bucket`, `deleteBucket`, `terminateInstances`, `DeleteBucketCommand`. */
const DESTROYS =
  /^(?:delete|terminate|destroy|purge|drop|deregister)(?:_[a-z_]+|[A-Z]\w+)$|^(?:Delete|Terminate|Destroy|Purge|Drop|Deregister)[A-Z]\w*Command$/

/** Libraries of vendors, by the names under which code loads them. */
export const VENDOR_LIBRARY =
  /\b(?:boto3|botocore|aiobotocore|google\.cloud|googleapiclient|azure\.(?:mgmt|storage|identity|keyvault)|kubernetes|openstack|digitalocean|hcloud|linode_api4|pulumi|github3?|gitlab|stripe|cloudflare|heroku3|firebase_admin|docker|elasticsearch|opensearchpy|pinecone|aws-sdk|@aws-sdk\/[\w-]+|@google-cloud\/[\w-]+|@azure\/[\w-]+|@octokit\/[\w-]+|octokit|@kubernetes\/client-node|@elastic\/elasticsearch|@notionhq\/client|Aws::\w+|Google::Cloud|Octokit|Aws\\\w+)\b/
