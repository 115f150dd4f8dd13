import { ANY, ONE, UNKNOWN } from '@holdpoint/shell'
import { isPrivatePath, isSecretPath } from './secrets.ts'

const HOME = '/home/dev'
const marked = (path: string): string => path.replaceAll('*', ANY).replaceAll('?', ONE).replaceAll('…', UNKNOWN)

const SECRET = [
  '/p/.env',
  '/p/.ENV',
  '/p/.env.local',
  '/p/.env.production.local',
  '/p/deploy/prod.env',
  '/p/id_rsa',
  '/p/id_ed25519.backup',
  '/p/server.key',
  '/p/key.pem',
  '/p/release.p12',
  '/p/credentials.json',
  '/p/config/secrets.yaml',
  '/p/service-account-prod.json',
  '/p/my-service-account.json',
  '/p/terraform.tfstate.backup',
  '/p/.npmrc',
  '/home/dev/.ssh/id_rsa',
  '/home/dev/.ssh/work_key',
  '/home/dev/.ssh',
  '/home/other/.ssh/deploy',
  '/home/dev/.aws/credentials',
  '/var/lib/app/.aws/credentials',
  '/home/dev/.azure/accessTokens.json',
  '/home/dev/.config/gcloud/credentials.db',
  '/home/dev/.config/gh/hosts.yml',
  '/home/dev/.kube/config',
  '/home/dev/.docker/config.json',
  '/home/dev/.gnupg/private-keys-v1.d/a.key',
  '/home/dev/.netrc',
  '/home/dev/.git-credentials',
  '/home/dev/.bash_history',
  '/Users/dev/Library/Keychains/login.keychain-db',
  '/Users/dev/Library/Application Support/Google/Chrome/Default/Login Data',
  '/etc/shadow',
  '/proc/self/environ',
  '/proc/4711/task/4711/environ',
  '/run/secrets/db',
  marked('/p/.en?'),
  marked('/p/.env*'),
  marked('/home/dev/.ss?/id_rsa'),
  marked('/home/dev/.ssh/*'),
  marked('/home/*/.ssh/id_rsa'),
  marked('/p/id_*'),
  marked('/p/*.pem'),
  marked('…/.env'),
  marked('/home/dev/.ssh/…'),
  marked('/p/.env.…'),
]

const OPEN = [
  '/p/.env.example',
  '/p/.env.local.sample',
  '/p/example.env',
  '/p/.envrc',
  '/p/environment.ts',
  '/p/src/env.ts',
  '/p/vite.env.d.ts',
  '/p/docs/credentials.md',
  '/p/src/credentials',
  '/p/src/secrets',
  '/p/src/secrets/index.js',
  '/p/keys.ts',
  '/p/key',
  '/p/fullchain.pem',
  '/p/certs/ca.pem',
  '/p/server-cert.pem',
  '/p/public.key',
  '/home/dev/.ssh/id_rsa.pub',
  '/home/dev/.ssh/id_ed25519.pub.backup',
  '/home/dev/.ssh/known_hosts',
  '/home/dev/.ssh/config',
  '/home/dev/.ssh/authorized_keys',
  '/p/.azure/pipelines.yml',
  '/p/.docker/Dockerfile',
  '/home/dev/.kube/cache/x',
  '/home/dev/.config/gh/config.yml',
  '/etc/passwd',
  '/etc/hosts',
  '/proc/cpuinfo',
  '/',
  '',
  marked('/p/*'),
  marked('/p/*.json'),
  marked('/p/*.yml'),
  marked('/p/src/*.ts'),
  marked('/home/dev/.ssh/*.pub'),
  marked('…'),
  marked('/p/…'),
  marked('/p/.*'),
]

describe('isSecretPath', () => {
  it.each(SECRET)('%s is one', (path) => expect(isSecretPath(path, HOME)).toBe(true))
  it.each(OPEN)('%s is not secret', (path) => expect(isSecretPath(path, HOME)).toBe(false))

  it('knows the usual homes without a given home', () => {
    expect(isSecretPath('/root/.azure/token', undefined)).toBe(true)
    expect(isSecretPath('/srv/me/.azure/token', undefined)).toBe(false)
    expect(isSecretPath('/srv/me/.azure/token', '/srv/me')).toBe(true)
  })
})

describe('isPrivatePath', () => {
  it.each(['/etc/passwd', '/home/dev/.ssh/known_hosts', '/p/.env', '/p/.git/config'])('%s stays here', (path) =>
    expect(isPrivatePath(path, HOME)).toBe(true),
  )
  it.each(['/p/README.md', '/p/dist/app.tgz'])('%s may be sent', (path) =>
    expect(isPrivatePath(path, HOME)).toBe(false),
  )
})
