import fc from 'fast-check'
import { EVERYDAY, isSecretPath, NAMES, OF_SYSTEM, SYSTEM } from './secret-paths.ts'
import { tries } from '../../../../test/support/tries.ts'

const PIECES =
  '. _ - .env env id_ rsa ed25519 .pem .key .bak netrc npmrc my.cnf .credentials credentials secret secrets service account ' +
  'client_secret kubeconfig bash_history .json .yml .txt .ts .py .rs .go .c .h .html .md a b 1 x~ A \u00E9'
const name = fc
  .array(fc.constantFrom(...PIECES.split(' ')), { minLength: 1, maxLength: 5 })
  .map((parts) => parts.join(''))

describe('the quick checks before the rules', () => {
  it('excludes only names that match no rule', () => {
    fc.assert(
      fc.property(name, (text) => {
        if (EVERYDAY.test(text)) expect(NAMES.filter((rule) => rule.test(text))).toEqual([])
      }),
      tries(20_000),
    )
    for (const text of ['part-3.ts', 'a.test.tsx', 'main.c', 'x.d.mts', 'readme.md']) expect(text).toMatch(EVERYDAY)
  })

  it('covers every directory of the system rules', () => {
    const part = fc.constantFrom(
      ...'/ etc proc dev run var shadow self 1 task environ mem kcore kmem secrets ssl private ssh ssh_host_rsa_key master.passwd wireguard'.split(
        ' ',
      ),
    )
    const path = fc.array(part, { maxLength: 6 }).map((parts) => `/${parts.join('/')}`.replaceAll(/\/+/g, '/'))
    fc.assert(
      fc.property(path, (text) => {
        if (SYSTEM.some((rule) => rule.test(text))) expect(text).toMatch(OF_SYSTEM)
      }),
      tries(20_000),
    )
  })

  it.each([
    ['/p/id_rsa.py', true],
    ['/p/src/key.ts', false],
    ['/p/.env', true],
    ['/run/secrets/x', true],
    ['/var/run/secrets/x', true],
    ['/proc/1/task/2/environ', true],
    ['/home/u/.azure/x.ts', true],
    ['/p/.azure/x.ts', false],
    ['/p/.ssh/x.ts', true],
  ])('%s: %s', (path, is) => {
    expect(isSecretPath(path, '/home/u')).toBe(is)
  })
})
