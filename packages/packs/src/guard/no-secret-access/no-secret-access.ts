import * as v from 'valibot'
import { defineHook } from '@holdpoint/engine'
import { byAuthor } from '../by-author.ts'
import { findSecret, type SecretFinding } from './find.ts'
import { newlyWritten, WOULD_RUN } from '../written.ts'
import { secretsOf } from './rules.ts'
import { judgeWritten, reasonOf } from './written.ts'

const globs = (description: string) =>
  v.optional(v.pipe(v.array(v.pipe(v.string(), v.minLength(1))), v.description(description)), [])

export default defineHook({
  meta: {
    id: 'guard/no-secret-access',
    summary: 'Keep credentials and keys away from the agent: not read, copied or sent, by any tool.',
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
        what: 'Reading {path} stopped.',
        why: 'It holds credentials, and what is read here goes into the conversation.',
        fix: 'Work with the names of the variables, a file such as .env.example, or a program that loads the file itself; if the content is needed, ask the user.',
      },
      copied: {
        what: 'Copying {path} to {target} stopped.',
        why: 'A copy of credentials under another name is guarded by nothing.',
        fix: 'Leave it where it is, or ask the user to copy it.',
      },
      sent: {
        what: 'Sending {path} stopped.',
        why: 'It holds credentials or describes this machine, and must not leave it.',
        fix: 'Send only what the receiver needs, or ask the user to send it.',
      },
      unclear: {
        what: '{program} gets {path}, which holds credentials.',
        why: 'What that program does with it cannot be told.',
        fix: 'Let it go on only if it does not show the content.',
      },
      listed: {
        what: 'Needs approval: a listing or search may name {path}, and this reads what it names.',
        why: 'It holds credentials, and what is read here goes into the conversation.',
        fix: 'Leave such names out (`grep -v`), or name the files you mean.',
      },
      stored: {
        what: 'This changes {path}, where credentials are kept.',
        why: 'A key or login put there, or lost there, changes who gets in and where you can get in.',
        fix: 'Let it go on only if you asked for it.',
      },
      unread: {
        what: 'Needs approval: this command is too large to be read to its end.',
        why: 'The part that was not read may show credentials.',
        fix: 'Split it into smaller commands, or write a script and run that.',
      },
      revealed: {
        what: '`{command}` prints a secret.',
        why: 'What is printed here goes into the conversation.',
        fix: 'Let it go on only if the agent must see the value itself.',
      },
      printed: {
        what: 'Needs approval: this prints the value of {secret}.',
        why: 'The name says that it is a secret, and what is printed goes into the conversation.',
        fix: 'To see whether it is set: [ -n "{secret}" ] && echo set',
      },
      exposed: {
        what: 'This sends {secret} to {target}.',
        why: 'It is a secret, and it is sent as data, not as a login.',
        fix: 'Send it in the header that the service documents (`-H "Authorization: Bearer …"`), or ask the user to send it.',
      },
      saved: {
        what: 'Needs approval: this writes {secret} to {target}.',
        why: 'It is a secret, and nothing protects that file.',
        fix: 'Write the name of the variable instead of its value, or use a file such as .env.',
      },
      committed: {
        what: '{path} would become a part of the history.',
        why: 'It holds credentials, and what was once committed stays.',
        fix: 'Add it to .gitignore instead: echo {name} >> .gitignore',
      },
      written: {
        what: 'The value of {name} stands in the command.',
        why: 'It is in the conversation now, and in every log of it.',
        fix: 'Keep it in a file such as .env that the program loads, and make a new key.',
      },
      environment: {
        what: 'This prints the environment, secrets included.',
        why: 'What is printed here goes into the conversation.',
        fix: 'Print the one variable you need: printenv NAME',
      },
      'would-run': WOULD_RUN,
    },
  },
  async run({ event, options, services, pass, deny, ask }) {
    const effects = await services.effects(event)
    const { typed, own } = byAuthor(effects)
    const secrets = secretsOf(event, options, services)
    const inOwn = own === undefined ? undefined : findSecret(event, own, secrets, options)
    // What is only possible in a script of the project is the project's own.
    const certain = inOwn?.decision === 'deny' ? inOwn : undefined
    const found: SecretFinding | undefined = certain ?? findSecret(event, typed, secrets, options)
    if (found === undefined) {
      const written = newlyWritten(effects, event.root, judgeWritten(event, secrets))
      return written === undefined ? pass : ask('would-run', { ...written.data, reason: reasonOf(written.found) })
    }
    return found.decision === 'deny' ? deny(found.id, found.data) : ask(found.id, found.data)
  },
})
