import { join } from 'node:path'
import { listNames } from '../system/files/read.ts'
import { removeFile } from '../system/files/write.ts'
import { ask } from './client/ask.ts'
import { readStatus } from './status.ts'

const PING_MS = 1_000

/** After an upgrade of the same program, the daemon of the old build is not needed. */
export async function retireOlder(
  directory: string,
  own: string,
  program: string,
  note: (text: string) => void,
): Promise<void> {
  const others = listNames(directory).filter((name) => name.endsWith('.sock') && join(directory, name) !== own)
  for (const name of others) {
    const other = readStatus(await ask(join(directory, name), ['status'], '', PING_MS))
    // No daemon answers: a killed daemon left the socket behind.
    if (other === undefined) {
      for (const left of [name, name.replace(/sock$/, 'tcp')]) removeFile(join(directory, left))
    } else if (other.program === program) {
      note(`build ${other.build} of the same program hands over`)
      await ask(join(directory, name), ['stop'], '', PING_MS)
    }
  }
}
