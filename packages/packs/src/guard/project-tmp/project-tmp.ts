import * as v from 'valibot'
import { type FileEffect, isWithin } from '@holdpoint/shell'
import { defineHook } from '@holdpoint/engine'
import { moveIntoProject } from './move.ts'

export default defineHook({
  meta: {
    id: 'guard/project-tmp',
    summary: 'Keep temporary files with the project: what a command writes to /tmp goes to the project’s own tmp/.',
    on: ['tool.before'],
    tools: ['shell'],
    role: 'gate',
    onError: 'open',
    timeoutMs: 5_000,
    enabledBy: 'preset',
    order: 10,
    aliases: ['guard.sh#1'],
    options: v.strictObject({
      directory: v.optional(
        v.pipe(v.string(), v.description('Where temporary files go, relative to the project.')),
        'tmp',
      ),
    }),
    messages: {
      moved: {
        what: 'What this command wrote to /tmp goes to {directory}/ instead.',
        why: 'Files in /tmp are lost with the machine, seen by others, and belong to no project.',
        fix: 'Use {directory}/ from the start.',
      },
    },
  },
  async run({ event, options, services, pass, rewrite }) {
    const command = event.tool.command ?? ''
    if (!command.includes('/tmp/')) return pass
    const { files } = await services.effects(event)
    if (!files.some((effect) => leaves(effect, event.root))) return pass
    const directory = `${event.root}/${options.directory}`
    const moved = moveIntoProject(command, event.root, directory, services.files.isDirectory(directory))
    return moved === undefined ? pass : rewrite({ command: moved }, 'moved', { directory })
  },
})

/** A file created in the system's temporary directory that belongs neither to the project nor to the host. */
const leaves = ({ op, path, maybe }: FileEffect, root: string): boolean =>
  op === 'write' && !maybe && /^(?:\/private)?\/tmp\/(?!claude-)/.test(path) && !isWithin(path, root)
