import type { FileChange } from '../install/change.ts'
import type { Installed } from '../install/install.ts'
import { changedLines, type Preview } from '../install/rehearsal.ts'
import { colours, print, printJson } from './output.ts'

/** `holdpoint init --dry-run`: what would be written. */

const WOULD: Partial<Record<FileChange['did'], string>> = {
  created: 'would create',
  changed: 'would change',
  removed: 'would remove',
  restored: 'would restore',
}

export function showPreviews(
  { done, previews }: { readonly done: Installed; readonly previews: readonly Preview[] },
  isJson: boolean,
): void {
  if (isJson) return printJson({ dryRun: true, changes: previews, events: done.events, notes: done.notes })
  for (const { file, did, before, after } of previews) {
    const would = WOULD[did]
    if (would === undefined) continue
    print(`${would} ${file}`)
    for (const line of changedLines(before, after)) print(`  ${line}`)
  }
  for (const note of done.notes) print(`${colours.yellow('!')} ${note}`)
  print(`\n${previews.some(({ did }) => WOULD[did] !== undefined) ? 'Nothing was written.' : 'Nothing would change.'}`)
}
