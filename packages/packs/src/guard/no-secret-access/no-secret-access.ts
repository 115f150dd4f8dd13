import * as v from 'valibot'
import { defineHook } from '@holdpoint/engine'
import { byAuthor } from '../by-author.ts'
import { findSecret, openSearch, type SecretFinding } from './find.ts'
import { newlyWritten, WOULD_RUN } from '../written.ts'
import { secretsOf } from './rules.ts'
import { judgeWritten, reasonOf } from './written.ts'

const globs = (description: string) =>
  v.optional(v.pipe(v.array(v.pipe(v.string(), v.minLength(1))), v.description(description)), [])

export default defineHook({
  meta: {
    id: 'guard/no-secret-access',
    summary: 'Keep credentials and keys from the agent: no tool may read, copy or send them.',
    on: ['tool.before'],
    tools: ['shell', 'write', 'edit', 'read', 'mcp', 'other'],
    role: 'gate',
    onError: 'ask',
    timeoutMs: 5_000,
    enabledBy: 'recommended',
    order: 8,
    aliases: ['harness/no-secret-access'],
    options: v.strictObject({
      paths: globs('More paths that hold secrets, such as `config/keys/**`; `~/` is the home directory.'),
      allow: globs('Paths that hold none, although their names say so.'),
      environment: v.optional(
        v.pipe(
          v.picklist(['allow', 'ask', 'deny']),
          v.description('Whether the agent may print all environment variables. To send them is always refused.'),
        ),
        'allow',
      ),
    }),
    stricter: { paths: 'more', allow: 'less', environment: ['allow', 'ask', 'deny'] },
    messages: {
      read: {
        what: 'this reads `{path}`, which holds credentials.',
        why: 'Everything that is read goes into the conversation.',
        fix: 'Use the variable names, a file such as .env.example, or a program that loads the file. If you need the content, ask the user.',
      },
      copied: {
        what: 'this copies `{path}`, which holds credentials, to `{target}`.',
        why: 'No rule protects the copy under its new name.',
        fix: 'Leave it in place, or ask the user to copy it.',
      },
      sent: {
        what: 'this sends `{path}`.',
        why: 'It holds credentials or describes this machine.',
        fix: 'Send only what the receiver needs, or ask the user to send it.',
      },
      unclear: {
        what: '`{program}` gets `{path}`, which holds credentials.',
        why: 'Holdpoint does not know what the program does with it.',
        fix: 'Approve it only if the program does not print the content.',
      },
      listed: {
        what: 'this reads the files of a listing or search, and `{path}` may be among them.',
        why: 'It holds credentials, and everything that is read goes into the conversation.',
        fix: 'Exclude such names with `grep -v`, or name the files.',
      },
      stored: {
        what: 'this changes `{path}`, which holds credentials.',
        why: 'A key or login added or lost there changes who can log in, and where you can log in.',
        fix: 'Approve it only if you asked for it.',
      },
      unread: {
        what: 'this command is too large to be read to the end.',
        why: 'The unread part may print credentials.',
        fix: 'Split it into smaller commands, or write a script and run it.',
      },
      revealed: {
        what: '`{command}` prints a secret.',
        why: 'Everything that is printed goes into the conversation.',
        fix: 'Approve it only if the agent needs the value.',
      },
      printed: {
        what: 'this prints the value of `{secret}`.',
        why: 'Its name says that it is a secret, and the output goes into the conversation.',
        fix: 'To check that it is set: `[ -n "{secret}" ] && echo set`.',
      },
      exposed: {
        what: 'this sends the secret `{secret}` to `{target}`.',
        why: 'It is sent as data, not as a login.',
        fix: 'Send it in the header that the service documents (`-H "Authorization: Bearer …"`), or ask the user to send it.',
      },
      saved: {
        what: 'this writes the secret `{secret}` to `{target}`.',
        why: 'No rule protects that file.',
        fix: 'Write the variable’s name instead of its value, or use a file such as .env.',
      },
      committed: {
        what: 'this adds `{path}` to the git history.',
        why: 'It holds credentials, and a commit keeps them.',
        fix: 'Add it to .gitignore: `echo {name} >> .gitignore`.',
      },
      written: {
        what: 'the value of `{name}` is in the command.',
        why: 'It is now in the conversation and its logs.',
        fix: 'Keep it in a file such as .env that the program loads, and create a new key.',
      },
      environment: {
        what: 'this prints the whole environment, secrets included.',
        why: 'Everything that is printed goes into the conversation.',
        fix: 'Print one variable: `printenv NAME`.',
      },
      'would-run': WOULD_RUN,
    },
  },
  async run({ event, options, services, pass, deny, ask }) {
    const effects = await services.effects(event)
    const { typed, own } = byAuthor(effects)
    const secrets = secretsOf(event, options, services)
    const inOwn = own === undefined ? undefined : findSecret(event, own, secrets, options, openSearch(services))
    // What is only possible in a script of the project is the project's own.
    const certain = inOwn?.decision === 'deny' ? inOwn : undefined
    const found: SecretFinding | undefined = certain ?? findSecret(event, typed, secrets, options, openSearch(services))
    if (found === undefined) {
      const written = newlyWritten(effects, event.root, judgeWritten(event, secrets, services))
      return written === undefined ? pass : ask('would-run', { ...written.data, reason: reasonOf(written.found) })
    }
    return found.decision === 'deny' ? deny(found.id, found.data) : ask(found.id, found.data)
  },
})
