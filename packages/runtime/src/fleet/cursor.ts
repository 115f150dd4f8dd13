import { join } from 'node:path'
import { isObject } from '@holdpoint/engine'
import { readText } from '../system/files/read.ts'
import { writeAtomic } from '../system/files/write.ts'

/** How far the server has confirmed one project's chain. Lost, it is only asked for again. */
export interface ShipState {
  readonly machine: string
  readonly epoch: string
  readonly sequence: number
  /** Where the project is, for a job that has no working directory. */
  readonly root: string
  readonly project: string
  /** When the server last confirmed it. */
  readonly at?: number
  /** The last attempt failed: why, how often in a row, and when to try again. */
  readonly problem?: string
  readonly failures?: number
  readonly retryAt?: number
  /** The server has another line at this place: shipping has stopped. */
  readonly forkAt?: number
}

const fileIn = (projectDirectory: string): string => join(projectDirectory, 'fleet.json')

export function readShipState(projectDirectory: string): ShipState | undefined {
  try {
    const value: unknown = JSON.parse(readText(fileIn(projectDirectory)) ?? 'null')
    const isState = isObject(value) && typeof value['epoch'] === 'string' && Number.isSafeInteger(value['sequence'])
    return isState ? (value as unknown as ShipState) : undefined
  } catch {
    return undefined
  }
}

export const writeShipState = (projectDirectory: string, state: ShipState): void =>
  writeAtomic(fileIn(projectDirectory), JSON.stringify(state))
