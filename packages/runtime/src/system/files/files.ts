import { basename, dirname } from 'node:path'
import type { Files } from '@holdpoint/engine'
import { isDirectory, listNames, readText, realPath, statOf } from './read.ts'
import { appendLine, makeDirectory, removeFile, writeAtomic } from './write.ts'

export const files: Files = {
  read: (path, options) => readText(path, options?.maxBytes),
  list: listNames,
  isDirectory,
  real: (path) => realPath(path),
  stat: statOf,
  write(path, text) {
    makeDirectory(dirname(path))
    writeAtomic(path, text)
  },
  append: (path, text) => appendLine(dirname(path), basename(path), text),
  remove: removeFile,
}
