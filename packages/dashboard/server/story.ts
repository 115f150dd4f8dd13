import { FORMAT, shortId } from '@holdpoint/runtime/audit'
import {
  effectTree,
  findDecision,
  NO_INK,
  storyData,
  storyOf,
  type Story as FullStory,
  storyText,
} from '@holdpoint/runtime/inspect'
import type { Remedy, Story, StoryHook } from '../api.ts'
import { allowRemedies } from './approvals.ts'
import { orRefuse, Refused } from './failure.ts'
import { command, levelRemedy } from './remedies.ts'
import type { Source } from './source.ts'

const LIST = 'Find it in the timeline, or run `holdpoint log`.'

/** What `holdpoint why` says about a decision, as data and as its exact text. */
export async function story(wanted: string, source: Source): Promise<Story> {
  const found = await source.audit(({ store }) => orRefuse(404, LIST, () => findDecision(store, wanted)))
  if (found === undefined)
    throw new Refused(404, 'No decision is recorded in this project yet.', 'Run `holdpoint doctor`.')
  const full = await orRefuse(404, LIST, () => storyOf(found, source.root, source))
  return {
    ...storyData(full),
    // What is absent in a line is absent here, too.
    hooks: full.record.hooks as readonly StoryHook[],
    shortId: shortId(full.record.id),
    ...(full.effects !== undefined && { effectLines: effectTree(full.effects).map((line) => line.slice(2)) }),
    isNewer: full.record.version > FORMAT,
    text: storyText(full, NO_INK, source.now()),
    remedies: remediesFor(full, source),
  }
}

function remediesFor({ record, hooks, settings, floors }: FullStory, source: Source): readonly Remedy[] {
  const { suffix } = source
  const isSkipped = record.hooks.some(({ skipped }) => skipped === 'breaker')
  const louder = settings.filter(({ level }) => level === 'on')
  return [
    ...allowRemedies(shortId(record.id), source),
    command('Show this decision in a terminal', ['why', shortId(record.id)], suffix),
    ...hooks.map((id) => command(`Explain ${id} and its options`, ['explain', id], suffix)),
    ...louder.map(({ hook }) => levelRemedy(hook, 'warn', floors.includes(hook))),
    ...(isSkipped ? [command('Enable the hooks that failed repeatedly', ['breaker', 'reset'], suffix)] : []),
  ]
}
