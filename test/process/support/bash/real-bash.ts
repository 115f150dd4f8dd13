import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readCommand, type Reading } from '../../../../packages/shell/src/read/read-command.ts'
import type { ShellWorld } from '../../../../packages/shell/src/state/world.ts'
import { temporaryDirectory } from '../../../../packages/testing/src/repository.ts'

/** One program that bash really started. */
export interface Started {
  /** Absent when a change of directory failed. */
  readonly cwd?: string
  readonly argv: readonly string[]
}

export interface Truth {
  readonly started: readonly Started[]
  /** Files that are new or changed. Absolute. */
  readonly written: readonly string[]
  readonly stdout: string
  readonly stderr: string
  /** It did not end by itself, so that what was logged is not all of it. */
  readonly cut: boolean
}

export interface RealBash {
  readonly world: ShellWorld
  readonly directory: string
  run(command: string): Truth
  read(command: string): Reading
  dispose(): void
}

/** They write down how they were called, and do nothing. */
export const STUBS = ['mark', 'tool', 'make', 'kit'] as const

const STUB = `#!/bin/sh
printf '%s\\0' "$PWD" "\${0##*/}" "$@" '<end>' >> "\${0%/*}/../log"
`

/** A directory in which commands may run for real: nothing is found there but programs that note their arguments. */
export function realBash(): RealBash {
  const root = temporaryDirectory('holdpoint-bash-')
  const [bin, home, directory, log] = ['bin', 'home', 'work', 'log'].map((name) => join(root.path, name)) as [
    string,
    string,
    string,
    string,
  ]
  for (const path of [bin, home]) mkdirSync(path)
  for (const name of STUBS) {
    writeFileSync(join(bin, name), STUB)
    chmodSync(join(bin, name), 0o755)
  }
  const reset = (): void => {
    rmSync(directory, { recursive: true, force: true })
    for (const path of ['one', 'two']) mkdirSync(join(directory, path), { recursive: true })
    for (const path of ['a.txt', 'b.txt', 'one/c.txt']) writeFileSync(join(directory, path), 'mark from-file\n')
    writeFileSync(log, '')
  }
  const world: ShellWorld = {
    home,
    env: () => undefined,
    read: (path) => (/\/(?:[ab]|one\/c)\.txt$/.test(path) ? 'mark from-file\n' : undefined),
    real: (path) => path,
    list: (path) => (path === directory ? ['a.txt', 'b.txt', 'one', 'two'] : []),
    workTree: () => undefined,
    shell: 'bash',
  }
  return {
    world,
    directory,
    dispose: root.dispose,
    read: (command) => readCommand(command, directory, world),
    run(command) {
      reset()
      const before = contents(directory)
      const { stdout, stderr, error, signal, status } = spawnSync(
        // It ends all that was started with it, so that nothing is left running when a command does not end.
        '/usr/bin/timeout',
        ['-s', 'KILL', '2', '/bin/bash', '--norc', '--noprofile', '-c', command, 'bash'],
        {
          cwd: directory,
          // No function calls itself for long.
          env: { HOME: home, PATH: bin, FUNCNEST: '5' },
          // A job in the background keeps these open, so that it is waited for.
          stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
          encoding: 'utf8',
          timeout: 10_000,
          killSignal: 'SIGKILL',
        },
      )
      const after = contents(directory)
      return {
        // The reader takes every change of directory to work.
        started: startedIn(readFileSync(log, 'utf8'), /\b(?:cd|pushd|popd): /.test(stderr)),
        written: [...after].filter(([path, text]) => before.get(path) !== text).map(([path]) => path),
        stdout,
        stderr,
        cut: error !== undefined || signal !== null || status === 137,
      }
    },
  }
}

function startedIn(log: string, isLost: boolean): readonly Started[] {
  return log
    .split('<end>\0')
    .slice(0, -1)
    .map((entry) => {
      const [cwd = '', ...argv] = entry.split('\0').slice(0, -1)
      return { argv, ...(!isLost && { cwd }) }
    })
}

function contents(directory: string): ReadonlyMap<string, string> {
  const paths = readdirSync(directory, { recursive: true, encoding: 'utf8' }).map((name) => join(directory, name))
  return new Map(paths.filter((path) => statSync(path).isFile()).map((path) => [path, readFileSync(path, 'utf8')]))
}
