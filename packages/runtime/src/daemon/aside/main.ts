import { keepLockFile } from '../../system/files/lock.ts'
import { keepPlaces } from '../../system/files/places.ts'
import { replyTo, worldOf } from '../world.ts'
import type { Ask, Told } from './messages.ts'

/** A process that judges large events for the daemon. It ends with the daemon. */
const world = worldOf(process.argv[2] ?? '')
keepPlaces()
keepLockFile()

process.on('message', ({ id, given }: Ask) => void settle(id, given))
process.on('disconnect', () => process.exit(0))

async function settle(id: number, given: Ask['given']): Promise<void> {
  const { stdout, stderr, exitCode, event, after } = await replyTo(given, world)
  const told: Told = { id, settled: { stdout, stderr, exitCode, root: event?.root } }
  process.send?.(told, undefined, undefined, () => undefined)
  after()
}
