import * as v from 'valibot'
import { type FileEffect, isWithin } from '@holdpoint/shell'
import { defineHook } from '@holdpoint/engine'
import { moveIntoProject } from './move.ts'

export default defineHook({
  meta: {
    id: 'guard/project-tmp',
    summary: 'Keep temporary files in the project: a command that writes to /tmp writes to the project’s tmp/ instead.',
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
        what: 'This command writes to {directory}/ instead of /tmp.',
        why: 'Files in /tmp are visible to other users and are deleted at a restart.',
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
