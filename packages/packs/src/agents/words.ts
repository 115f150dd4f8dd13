import type { Message } from '@holdpoint/engine'

/** Texts that several hooks of this pack share. */

export const SECRET: Message = {
  what: 'This would put a secret into {path}:\n{list}',
  why: '\nWhoever can read the file can then use it, for as long as it is valid.',
  fix: 'Read it from the environment or a secret store, such as `process.env.API_KEY` or `os.environ["API_KEY"]`.',
}

export const UNSOUND: Message = {
  what: '{program} objects to {path}:\n{output}',
  why: '\nWhat does not compile or breaks the rules of the project is not done.',
  fix: 'Mend this in the file before you go on.',
}
