import type { Services } from '@holdpoint/engine'
import type { Ownership } from './mocks.ts'

/** Boundaries of the program, by any library that reaches them: network, databases, other processes, the clock. */
const PYTHON_BOUNDARIES: readonly string[] = [
  'requests',
  'httpx',
  'redis',
  'psycopg',
  'psycopg2',
  'sqlalchemy',
  'urllib',
  'urllib3',
  'http',
  'smtplib',
  'socket',
  'subprocess',
  'environ',
  'boto3',
  'botocore',
  'aiohttp',
  'httplib2',
  'pymongo',
  'mysql',
  'sqlite3',
  'psutil',
  'paramiko',
  'ftplib',
  'time',
  'datetime',
]

/** The project's files show which modules are its own. Read only when a test mocks something. */
export function ownershipIn(root: string, { files }: Pick<Services, 'files'>): Ownership {
  const read = (name: string): string => {
    try {
      return files.read(`${root}/${name}`) ?? ''
    } catch {
      return ''
    }
  }
  let prefixes: readonly string[] | undefined
  const own = (): readonly string[] =>
    (prefixes ??= [...pathAliases(read('tsconfig.json')), ...packageName(read('package.json'))])

  return {
    javascript(specifier) {
      if (specifier === '' || specifier.startsWith('node:')) return false
      if (/^(?:\.{1,2}(?:\/|$)|\/|~|@\/|#)/.test(specifier)) return true
      if (own().some((name) => specifier === name || specifier.startsWith(`${name}/`))) return true
      // `src/db` through a base directory; a package of that name would be installed.
      const [first = ''] = specifier.split('/')
      return (
        specifier.includes('/') &&
        files.isDirectory(`${root}/${first}`) &&
        !files.isDirectory(`${root}/node_modules/${first}`)
      )
    },
    python(module) {
      if (module.startsWith('.')) return true
      const [first = '', ...rest] = module.split('.')
      // `app.client.requests.get` is how Python replaces the boundary itself.
      if (rest.some((name) => PYTHON_BOUNDARIES.includes(name)) || PYTHON_BOUNDARIES.includes(first)) return false
      return ['', 'src/', 'lib/'].some(
        (folder) =>
          files.isDirectory(`${root}/${folder}${first}`) || files.stat(`${root}/${folder}${first}.py`) !== undefined,
      )
    },
  }
}

/** `"@app/*": [` in a tsconfig, which may hold comments and so is not JSON. */
const pathAliases = (text: string): readonly string[] =>
  [...text.matchAll(/"([^"*\n]{1,100})\/\*"\s*:\s*\[/g)].map(([, alias = '']) => alias)

function packageName(text: string): readonly string[] {
  try {
    const { name } = JSON.parse(text) as { readonly name?: unknown }
    return typeof name === 'string' && name !== '' ? [name] : []
  } catch {
    return []
  }
}
