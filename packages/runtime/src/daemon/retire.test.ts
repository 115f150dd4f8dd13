import { existsSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:net'
import { join } from 'node:path'
import { answerText } from './client/wire.ts'
import { temporaryDirectory } from '../../../testing/src/repository.ts'
import { lineServer } from './lines.ts'
import { listenOnSocket } from './listen.ts'
import { retireOlder } from './retire.ts'
import { readStatus } from './status.ts'

describe('older daemons', () => {
  let folder: ReturnType<typeof temporaryDirectory>
  const open: Server[] = []
  beforeEach(() => (folder = temporaryDirectory()))
  afterEach(() => {
    for (const server of open.splice(0)) server.close()
    folder.dispose()
  })
  const at = (name: string): string => join(folder.path, name)

  /** One that only writes down what it is asked. */
  async function aDaemon(name: string, program: string): Promise<string[]> {
    const asked: string[] = []
    const status = { pid: 1, build: name, version: '0', program, startedAt: '', sessions: 0, requests: 0, memory: 0 }
    const server = lineServer({
      serve({ words }) {
        asked.push(words.join(' '))
        return Promise.resolve({ text: answerText(JSON.stringify({ ...status, http: null, listening: [] })) })
      },
      note: () => undefined,
    })
    await listenOnSocket(server, at(`${name}.sock`))
    open.push(server)
    return asked
  }

  it('of the same program are asked to go, those of another one are left alone', async () => {
    const [own, same, other] = await Promise.all([aDaemon('new', '/p'), aDaemon('old', '/p'), aDaemon('else', '/q')])
    const notes: string[] = []
    await retireOlder(folder.path, at('new.sock'), '/p', (text) => void notes.push(text))
    expect(own).toEqual([])
    expect(same).toEqual(['status', 'stop'])
    expect(other).toEqual(['status'])
    expect(notes).toEqual(['build old of the same program hands over'])
    expect(existsSync(at('else.sock'))).toBe(true)
  })

  it('that are gone leave nothing behind', async () => {
    for (const name of ['dead.sock', 'dead.tcp', 'new.tcp', 'note.txt']) writeFileSync(at(name), '')
    await retireOlder(folder.path, at('new.sock'), '/p', () => undefined)
    expect(['dead.sock', 'dead.tcp', 'new.tcp', 'note.txt'].map((name) => existsSync(at(name)))).toEqual([
      false,
      false,
      true,
      true,
    ])
  })

  it.each([undefined, '', 'x', 'null', '1', '{}', '{"pid":1}', '{"pid":"1","listening":[]}'])(
    '%j is no status of one',
    (text) => {
      expect(readStatus(text)).toBeUndefined()
    },
  )
})
