import { isKnown, type Effects, type Run, isWithin } from '@holdpoint/shell'
import type { OwnPath } from '@holdpoint/engine'

/** Ending our daemon, or its service. */

const KILLERS: readonly string[] = ['kill', 'pkill', 'killall', 'skill', 'killall5', 'fuser', 'xkill']
const FINDERS: readonly string[] = ['pgrep', 'pidof', 'ps', 'lsof', 'ss', 'grep', 'rg', 'awk', 'cat', 'fuser', 'head']
const MANAGERS: readonly string[] = ['systemctl', 'service', 'launchctl', 'rc-service', 'sv', 'supervisorctl', 'pm2']
const STOPPING = /^(stop|disable|mask|kill|unload|bootout|remove|delete|down|restart|try-restart)$/

/** Whether a program ends our daemon. `isFound`: the same command searches for our processes. */
export function endsUs({ program, args }: Run, isFound: boolean): boolean {
  if (MANAGERS.includes(program)) return args.some((arg) => STOPPING.test(arg)) && args.some(namesUs)
  if (!KILLERS.includes(program)) return false
  if (args.some(namesUs) || (program !== 'kill' && args.some(fitsUs))) return true
  return isFound && !(program === 'kill' && args.every(isKnown))
}

/** Whether a command searches for our processes. */
export const findsUs = ({ runs, files }: Effects, own: () => readonly OwnPath[]): boolean =>
  runs.some(({ program, args }) => FINDERS.includes(program) && args.some(namesUs)) ||
  files.some(({ op, path }) => op === 'read' && own().some((place) => isWithin(path, place.path)))

const namesUs = (arg: string): boolean => arg.toLowerCase().includes('holdpoint')

/** A part of our name is a pattern that matches us. */
function fitsUs(arg: string): boolean {
  const letters = arg.toLowerCase().replace(/[^a-z]+/g, '')
  return letters.length >= 4 && 'holdpoint'.includes(letters)
}
