import type { Run } from '@holdpoint/shell'
import type { Guard } from '../guards.ts'

/** Package managers that remove or replace a guard. */

const MANAGERS = (
  'npm pnpm yarn bun pipx uv cargo brew apt apt-get dnf yum zypper pacman apk gem go mise asdf volta nix nix-env snap ' +
  'conda mamba choco scoop winget port'
).split(' ')
const REMOVING = /^(uninstall|un|unlink|remove|rm|r|purge|autoremove|erase|delete|del|-R[a-z]*)$/
const PUTTING = /^(install|i|add|link|ln|update|upgrade|up|reinstall|downgrade|use|global)$/

/** The guard that a package manager removes or replaces, and how. */
export function packageChange(
  { program, args }: Run,
  guards: readonly Guard[],
): { readonly guard: Guard; readonly removes: boolean } | undefined {
  if (!MANAGERS.includes(program) && !(program.startsWith('pip') && /^pip[\d.]*$/.test(program))) return undefined
  const at = args.findIndex((arg) => REMOVING.test(arg) || PUTTING.test(arg))
  const words = args.slice(0, at).filter((arg) => !/^[-+]/.test(arg))
  // `npm run remove` is a script of the project; `npm --prefix x remove` and `uv tool remove` are not.
  if (at === -1 || words.length > 1 || ['run', 'test', 'exec', 'run-script', 'x', 'dlx'].includes(words[0] ?? ''))
    return undefined
  const named = args.slice(at + 1).map(packageName)
  const guard = guards.find(({ packages, programs }) =>
    named.some((name) => packages.includes(name) || programs.includes(name)),
  )
  return guard && { guard, removes: REMOVING.test(args[at] ?? '') }
}

/** Whether a guard is replaced by local code instead of the published package. */
export const isFromHere = ({ args }: Run): boolean =>
  args.some((arg) => /^(--path|--force|-f|--link|--editable|-e)(=|$)|^(\.{0,2}\/|file:|link:)/.test(arg))

function packageName(arg: string): string {
  const plain = arg.startsWith('@') ? arg : arg.slice(arg.lastIndexOf('/') + 1)
  return plain.toLowerCase().replace(/(.)(@|==|~=|>=|<=).*$/, '$1')
}
