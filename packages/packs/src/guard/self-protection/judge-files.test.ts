import { openBudget, ANY, type FileEffect } from '@holdpoint/shell'
import type { Files } from '@holdpoint/engine'
import { touchedBy } from './judge-files.ts'
import type { Places } from './places.ts'

/** The directory of the daemon's socket, where there is no XDG_RUNTIME_DIR. */
const SHARED = '/tmp/holdpoint-1000'

const places: Places = {
  at: (path) => (path === SHARED ? { why: 'state', note: '' } : undefined),
  known: [{ path: SHARED, assumed: false }],
  isProgramDirectory: () => false,
}
const files = { stat: () => ({}), isDirectory: () => true } as unknown as Files

const touches = (path: string, op: FileEffect['op']): boolean => {
  const effect = { op, path, real: path, recursive: true, force: true, maybe: false }
  return touchedBy(effect, 'all', places, files, openBudget(1000)) !== undefined
}

describe('patterns in the shared temporary directory', () => {
  it.each([
    ['rm -rf /tmp/*', `/tmp/${ANY}`, 'delete'],
    ['mv build/* /tmp/', `/tmp/${ANY}`, 'write'],
  ] as const)('%s means everything there, not us', (_, path, op) => expect(touches(path, op)).toBe(false))

  it.each([
    ['rm -rf /tmp/hold*', `/tmp/hold${ANY}`, 'delete'],
    ['rm -rf /tmp/holdpoint-1000', SHARED, 'delete'],
  ] as const)('%s means us', (_, path, op) => expect(touches(path, op)).toBe(true))
})
