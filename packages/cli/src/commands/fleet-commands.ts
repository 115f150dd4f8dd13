import type { Command } from 'commander'
import { examples, inProject, later } from './command.ts'

/** Commands about the team that this machine belongs to. */
export function fleet(root: Command): void {
  const parent = root.command('fleet').description('send the audit of this machine to your team’s server')
  inProject(parent, 'enrol', 'add this machine to a team, after showing what it would send')
    .argument('<url>', 'URL of the team’s server')
    .argument('<token>', 'one-time token from its page Machines')
    .option('--level <name>', 'figures (counts), notable (also refusals) or full', 'figures')
    .option('--name <name>', 'name of this machine (default: its host name)')
    .option('--yes', 'enrol without asking')
    .addHelpText(
      'after',
      examples(
        'holdpoint fleet enrol https://holdpoint.example.com TOKEN',
        'holdpoint fleet enrol http://127.0.0.1:4700 TOKEN --level notable',
      ),
    )
    .action(later(() => import('./fleet.ts'), 'fleetEnrol'))
  inProject(parent, 'status', 'show the team, what is sent, and what is pending')
    .addHelpText('after', examples('holdpoint fleet status', 'holdpoint fleet status --json'))
    .action(later(() => import('./fleet.ts'), 'fleetStatus'))
  inProject(parent, 'flush', 'send pending entries now (exit code 1: some are left)')
    .argument('[roots...]', 'projects (default: this one and all that were sent before)')
    .option('--wait <time>', 'stop after this time, such as 10s or 2m', '30s')
    .option('--background', 'obey the pause after a failure, and print nothing')
    .addHelpText('after', examples('holdpoint fleet flush', 'holdpoint fleet flush --wait 10s'))
    .action(later(() => import('./fleet.ts'), 'fleetFlush'))
  inProject(parent, 'verify', 'compare this project’s audit with the server’s copy')
    .addHelpText('after', examples('holdpoint fleet verify'))
    .action(later(() => import('./fleet.ts'), 'fleetVerify'))
  inProject(parent, 'leave', 'remove this machine from its team and keep the local audit')
    .option('--yes', 'leave without asking')
    .addHelpText('after', examples('holdpoint fleet leave'))
    .action(later(() => import('./fleet.ts'), 'fleetLeave'))
}
