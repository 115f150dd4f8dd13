import {
  isKnown,
  shown,
  type FileEffect,
  type Run,
  absolutePath,
  isWithin,
  loaderFinding,
  judgeUsages,
  unclassified,
  type Objection,
  type UsageTable,
  type Usage,
  readWords,
} from '@holdpoint/shell'
import { isSecretPath } from '../secrets.ts'
import type { Subject } from './subject.ts'

const FORMAT: Usage = { refuse: '--config -c --plugin --config-path --stdin-filepath' }
const IN_PLACE: Usage = { options: '-i -w -l -s -d -v -q --in-place --write --quiet --verbose --check --diff' }

/** Everyday changes inside the project, which `approve: work` approves. */
const WORK: UsageTable = {
  mkdir: { options: '-p -v --parents --verbose' },
  touch: { options: '-a -c -m --no-create' },
  cp: { options: '-r -R -a -p -n -v -i -T -u --recursive --archive --no-clobber --verbose --update' },
  mv: { options: '-n -v -i -T -u --no-clobber --verbose --update' },
  git: {
    options: '--no-pager',
    takes: '-C',
    commands: {
      add: { options: '-A -u -v -n -N --all --update --verbose --dry-run --intent-to-add --no-all' },
      switch: { needs: '-c --create', options: '-q --quiet', takes: '-c --create', operands: 0 },
      checkout: { needs: '-b', options: '-q --quiet', takes: '-b', operands: 0 },
    },
  },
  'prettier oxfmt black isort rustfmt swiftformat stylua nixfmt': FORMAT,
  'gofmt gofumpt goimports shfmt yapf autopep8 clang-format': IN_PLACE,
  'ruff dart zig taplo mix deno dprint': { commands: { 'format fmt': FORMAT } },
  biome: { commands: { 'format check': FORMAT } },
  'terraform tofu': { commands: { fmt: { options: '-recursive -check -diff', longDash: true } } },
  cargo: { commands: { fmt: { options: '--all --check -q --quiet', operands: 0 } } },
}

/** Whether a program is one of those, with no other arguments. */
export function isWork(run: Run, subject: Subject): boolean {
  const { program, path, args, env } = run
  const tools = Object.entries(WORK).find(([names]) => names.split(' ').includes(program))?.[1]
  if (tools === undefined || path !== program || !args.every((arg) => isKnown(arg) || FILES.has(program))) return false
  const { operands } = readWords(args, {})
  const isInside = operands.every((word) => FILES.has(program) || isOwnPlace(absolutePath(word, run.cwd), subject))
  const judged = judgeUsages(tools, { name: program, args, judge: () => unclassified('') })
  return isInside && judged === undefined && loaderFinding(env) === undefined
}

/** Effects describe what these do to files. */
const FILES = new Set(['mkdir', 'touch', 'cp', 'mv'])

/** What such a program does to files: only in the project, and not over something that is there. */
export function workFinding({ op, path, real, run }: FileEffect, subject: Subject): Objection | undefined {
  if (op === 'mode' || ![path, real].every((place) => isOwnPlace(place, subject))) {
    return unclassified(`It changes \`${shown(path)}\`, which is hidden or outside the project.`)
  }
  const isOver = op === 'write' && /^(?:cp|mv)$/.test(run?.program ?? '') && subject.files.stat(real) !== undefined
  return isOver ? unclassified(`It overwrites \`${shown(path)}\`.`) : undefined
}

/** Below the project and not hidden: other programs often execute hidden files automatically. */
function isOwnPlace(place: string, { root, home, files }: Subject): boolean {
  if (!isKnown(place.replaceAll(/[\uE0F0\uE0F1]/g, 'x')) || isSecretPath(place, home)) return false
  const top = [root, files.real(root)].find((each) => place !== each && isWithin(place, each))
  return place === root || (top !== undefined && !place.slice(top.length).includes('/.'))
}
