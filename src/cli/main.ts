import { Command } from 'commander'
import { codeOf, UserError } from '../core/errors.ts'
import { VERSION } from '../app/build.ts'
import { doctor } from './doctor.ts'
import { explain } from './explain.ts'
import { init } from './init.ts'
import { list } from './list.ts'
import { reportUnexpected } from './report.ts'
import { uninstall } from './uninstall.ts'
import { upgrade } from './upgrade.ts'
import { validate } from './validate.ts'

/** A mistake of the user, or a finding. */
const EXIT_FINDING = 1
/** A mistake of ours. */
const EXIT_UNEXPECTED = 70

export async function main(argv: readonly string[]): Promise<void> {
  // `holdpoint list | head` closes the pipe early; that is no error. A full disk is.
  process.stdout.on('error', (error) => {
    if (codeOf(error) === 'EPIPE') process.exit()
    process.stderr.write(`holdpoint: ${error.message}\n`)
    process.exit(EXIT_FINDING)
  })
  try {
    await program().parseAsync([...argv])
  } catch (error) {
    if (error instanceof UserError) {
      process.stderr.write(`holdpoint: ${error.message}\n`)
      process.exitCode = EXIT_FINDING
      return
    }
    process.stderr.write(`${reportUnexpected(error)}\n`)
    process.exitCode = EXIT_UNEXPECTED
  }
}

function program(): Command {
  const root = new Command('holdpoint')
    .description('Hooks for coding agents that hold: one dispatcher per event, and a reason for every refusal.')
    .version(VERSION, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .showHelpAfterError('(`holdpoint --help` lists the commands.)')
    .configureHelp({ showGlobalOptions: false })
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error:/, 'holdpoint:')) })
    .addHelpText('after', examples('holdpoint list', 'holdpoint explain scratchpad/stop', 'holdpoint validate'))

  root
    .command('init')
    .description('install holdpoint into the agent’s settings; asks on a terminal, else takes flags')
    .option('--scope <scope>', 'project (everyone here), local (me, here) or user (me, everywhere)')
    .option('--preset <names...>', 'sets of hooks to switch on, such as recommended')
    .option('--project <dir>', 'another project than the one around this directory')
    .option('--json', 'for scripts')
    .addHelpText('after', examples('holdpoint init', 'holdpoint init --scope local --preset recommended scratchpad'))
    .action(init)

  root
    .command('upgrade')
    .description('write the entries of this version wherever an older one is installed')
    .option('--project <dir>', 'another project than the one around this directory')
    .option('--json', 'for scripts')
    .addHelpText('after', examples('holdpoint upgrade'))
    .action(upgrade)

  root
    .command('uninstall')
    .description('give the settings back as they were; everything else in them stays')
    .option('--scope <scope>', 'project, local or user; without it, wherever it is installed')
    .option('--project <dir>', 'another project than the one around this directory')
    .option('--json', 'for scripts')
    .addHelpText('after', examples('holdpoint uninstall', 'holdpoint uninstall --scope user'))
    .action(uninstall)

  root
    .command('doctor')
    .description('prove that the hooks fire, and say how to mend what keeps them from it')
    .option('--project <dir>', 'another project than the one around this directory')
    .option('--json', 'for scripts')
    .addHelpText('after', examples('holdpoint doctor', 'holdpoint doctor --json'))
    .action(doctor)

  root
    .command('hook')
    .description('answer one event of an agent: JSON on stdin, the answer on stdout')
    .argument('[event]', 'PreToolUse, pre-tool-use, Stop, …; or `run <id>` for one hook alone')
    .option('--host <id>', 'whose protocol to speak', 'claude-code')
    .option('--from <scope>', 'which install this is: user, plugin, local or project')
    .option('--protocol <form>', 'native, or seed for the literal form of the source document', 'native')
    .addHelpText('after', HOOK_EXAMPLES)

  root
    .command('list')
    .description('show every hook, whether it is on, and why')
    .option('--enabled', 'only those that are on or warn')
    .option('--project <dir>', 'another project than the one around this directory')
    .option('--json', 'for scripts')
    .addHelpText('after', examples('holdpoint list', 'holdpoint list --enabled --json'))
    .action(list)

  root
    .command('explain')
    .description('tell everything about one hook: what it does, its options and where their values come from')
    .argument('<hook>', 'its id, or a name its source document uses')
    .option('--project <dir>', 'another project than the one around this directory')
    .option('--json', 'for scripts')
    .addHelpText('after', examples('holdpoint explain scratchpad/stop', 'holdpoint explain subagent-stop.py'))
    .action(explain)

  root
    .command('validate')
    .description('check configuration files; exit code 1 when anything is wrong')
    .argument('[files...]', 'files to check instead of those in force here')
    .option('--project <dir>', 'another project than the one around this directory')
    .option('--json', 'for scripts')
    .addHelpText('after', examples('holdpoint validate', 'holdpoint validate team/holdpoint.yml --json'))
    .action(validate)

  return root
}

const examples = (...lines: readonly string[]): string =>
  `\nExamples:\n${lines.map((line) => `  $ ${line}`).join('\n')}`

const HOOK_EXAMPLES = examples(
  'holdpoint hook PreToolUse < event.json',
  `echo '{"agent_type":"writer"}' | holdpoint hook run scratchpad/subagent-stop`,
  'holdpoint hook run subagent-stop.py --protocol seed < event.json',
)
