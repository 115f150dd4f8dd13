import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Files } from '../core/services.ts'
import { isDirectory, listNames, readText } from './read.ts'
import { writeAtomic } from './write.ts'

export const files: Files = {
  read: (path, options) => readText(path, options?.maxBytes),
  list: listNames,
  isDirectory,
  write(path, text) {
    mkdirSync(dirname(path), { recursive: true })
    writeAtomic(path, text)
  },
}
