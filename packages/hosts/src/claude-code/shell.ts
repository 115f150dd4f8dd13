import type { DecodeContext, Shell } from '@holdpoint/engine'

/** Where the CLI looks for a shell besides PATH, in its order. */
const FOLDERS = ['/bin', '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin']

/** In the place of a shell: this environment does not say which one the CLI takes. */
export const UNKNOWN_SHELL = '?'

/** Variables that decide it. */
export const SHELL_VARIABLES: readonly string[] = ['CLAUDE_CODE_SHELL', 'SHELL', 'PATH']

/**
 * The shell in which the CLI runs a command: the one it is told, else the user's if that is bash or zsh, else zsh
 * before bash. Undefined when that cannot be known: both are read then.
 */
export function shellOf({ env, resolveProgram }: Pick<DecodeContext, 'env' | 'resolveProgram'>): Shell | undefined {
  if (resolveProgram === undefined || env['CLAUDE_CODE_SHELL'] === UNKNOWN_SHELL) return undefined
  const [told = '', own = ''] = [env['CLAUDE_CODE_SHELL'], env['SHELL']]
  const order = own.includes('bash') ? ['bash', 'zsh'] : ['zsh', 'bash']
  const folders = [...(env['PATH'] ?? '').split(':').filter((folder) => folder !== ''), ...FOLDERS]
  const wanted = [told, own].filter((path) => path.includes('bash') || path.includes('zsh'))
  const places = (name: string): readonly string[] =>
    name.includes('/') ? [name] : folders.map((folder) => `${folder}/${name}`)
  for (const path of [...wanted, ...order].flatMap((name) => places(name))) {
    const real = resolveProgram(path)
    if (real !== undefined) return named(path, real)
  }
  return undefined
}

/** A link from one to the other, or a directory with such a name, says nothing certain. */
function named(path: string, real: string): Shell | undefined {
  const [one, other] = [path, real].map((name) => /(?:^|\/)(bash|zsh)[\d.-]*$/.exec(name)?.[1])
  return one === other && (one === 'bash' || one === 'zsh') ? one : undefined
}
