import type { ProjectFiles } from '@holdpoint/engine'

/** Which stack presets suit a project, by the files that are typical for each. */

interface StackSigns {
  /** Files in the root of the project. */
  readonly files?: readonly string[]
  /** The same by pattern, also in the usual directories for infrastructure. */
  readonly names?: RegExp
  /** Services in a compose file. */
  readonly image?: RegExp
}

const SIGNS: Readonly<Record<string, StackSigns>> = {
  node: { files: ['package.json'] },
  python: { files: ['pyproject.toml', 'requirements.txt', 'setup.py', 'setup.cfg', 'Pipfile'] },
  terraform: {
    files: ['terragrunt.hcl', 'Pulumi.yaml', 'cdk.json', 'cdktf.json', 'serverless.yml', 'sst.config.ts'],
    names: /\.(?:tf|tofu)(?:\.json)?$/,
  },
  kubernetes: {
    files: ['skaffold.yaml', 'helmfile.yaml', 'k8s', 'kubernetes'],
    names: /^(?:Chart\.ya?ml|kustomization\.ya?ml)$/,
  },
  database: {
    files: [
      'prisma/schema.prisma',
      'alembic.ini',
      'db/migrate',
      'migrations',
      'schema.sql',
      'flyway.conf',
      'liquibase.properties',
      'supabase',
    ],
    names: /^(?:knexfile|drizzle\.config|ormconfig)\.\w+$/,
    image:
      /^\s*image:\s*["']?(?:[\w./-]+\/)?(?:postgres|postgis|mysql|mariadb|mongo|redis|clickhouse|mssql)[\w-]*(?::|["'\s]|$)/m,
  },
}

const PLACES = [
  '',
  'infra',
  'infrastructure',
  'terraform',
  'tf',
  'deploy',
  'deployment',
  'ops',
  'charts',
  'chart',
  'helm',
]
const COMPOSE = /^(?:docker-)?compose(?:\.[\w-]+)?\.ya?ml$/

/** Presets with the file that speaks for each. */
export function suitingStacks(root: string, project: ProjectFiles): Readonly<Record<string, string>> {
  const found = Object.entries(SIGNS).flatMap(([preset, signs]) => {
    const sign = signOf(root, signs, project)
    return sign === undefined ? [] : [[preset, `there is ${sign}`] as const]
  })
  return Object.fromEntries(found)
}

function signOf(root: string, { files = [], names, image }: StackSigns, project: ProjectFiles): string | undefined {
  const { exists, list, read } = project
  const file = files.find((name) => exists(`${root}/${name}`))
  if (file !== undefined) return file
  const inPlaces = PLACES.flatMap((place) =>
    names === undefined
      ? []
      : list(place === '' ? root : `${root}/${place}`)
          .filter((name) => names.test(name))
          .map((name) => (place === '' ? name : `${place}/${name}`)),
  )[0]
  if (inPlaces !== undefined || image === undefined) return inPlaces
  const compose = list(root).find((name) => COMPOSE.test(name) && image.test(read(`${root}/${name}`) ?? ''))
  return compose === undefined ? undefined : `a database in ${compose}`
}
