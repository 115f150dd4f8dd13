import { dirname } from 'node:path'
import type { Files } from '../core/services.ts'
import { isDirectory, listNames, readText } from './read.ts'
import { makeDirectory, writeAtomic } from './write.ts'

export const files: Files = {
  read: (path, options) => readText(path, options?.maxBytes),
  list: listNames,
  isDirectory,
  write(path, text) {
    makeDirectory(dirname(path))
    writeAtomic(path, text)
  },
}
