import type { HookConfig } from '../../../api.ts'

/** Origins of a value that no file and no variable of the user set. */
const UNSET = /^(?:default|always on|when called|in no chosen preset|presets? )/

export const isSet = (origin: string): boolean => !UNSET.test(origin)

/** `set`: by a file or a variable. `enabled`: takes part in events. */
export type Show = 'enabled' | 'set' | 'all'

export const SHOWS: readonly (readonly [show: Show, word: string, title: string])[] = [
  ['enabled', 'enabled', 'hooks that run at events'],
  ['set', 'set by you', 'level, matcher, timeout or an option comes from a file or a variable'],
  ['all', 'all', 'every hook'],
]

export const showOf = (text: string | null): Show => SHOWS.find(([show]) => show === text)?.[0] ?? 'enabled'

/** The hooks that a filter leaves. */
export const hooksFor = (hooks: readonly HookConfig[], show: Show, name: string): readonly HookConfig[] =>
  hooks.filter((hook) => hook.id.toLowerCase().includes(name.trim().toLowerCase()) && IS[show](hook))

const IS: Readonly<Record<Show, (hook: HookConfig) => boolean>> = {
  enabled: ({ level, levelFrom }) => level !== 'off' && levelFrom !== 'when called',
  set: ({ levelFrom, values }) => isSet(levelFrom) || values.some(({ origin }) => isSet(origin)),
  all: () => true,
}
