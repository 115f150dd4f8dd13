import type { Message } from '@holdpoint/engine'

/** Texts that several hooks of this pack share. */

export const SECRET: Message = {
  what: '{path} would contain a secret:\n{list}',
  why: '\nEvery reader of the file can use it until it is revoked.',
  fix: 'Read it from the environment or a secret store, such as `process.env.API_KEY` or `os.environ["API_KEY"]`.',
}

export const UNSOUND: Message = {
  what: '{program} reports problems in {path}:\n{output}',
  why: '\nThe code must compile and follow the project’s rules.',
  fix: 'Fix them in the file before you continue.',
}
