import { isKnown, UNKNOWN, type Origin } from '../effects.ts'
import type { Value } from './value.ts'

/** A file at a known end of a place that only the machine knows: `"$(poetry env info --path)/bin/activate"`. */
export const isInstalledFile = ({ text, from }: Value): boolean =>
  text.startsWith(`${UNKNOWN}/`) && isKnown(text.slice(UNKNOWN.length)) && isOfPlaces(from)

/** Made of variables that this command does not set, and of programs that print where something is installed. */
export const isOfPlaces = ({ programs, files, lists, network, decoded }: Origin): boolean =>
  !network &&
  !decoded &&
  files.length === 0 &&
  lists.length === 0 &&
  programs.length > 0 &&
  programs.every((program) => /^\$\w+$/.test(program) || PRINTS_PLACES.test(program))

const PRINTS_PLACES =
  /^(?:(?:npm|pnpm|yarn|bun|composer) (?:bin|root|prefix|pm|config|global)|go env|brew --\w+|git rev-parse|poetry env|pipenv --(?:venv|py)|(?:conda|mamba|micromamba) info|rustc --print|rustup which|cargo locate-project|(?:py|rb|nod|pl|go|j)env (?:root|prefix|which)|(?:nvm|nvs|fnm|asdf|mise|rtx|volta) (?:which|where|dir)|xcrun (?:--find|-f|--sdk|--show-sdk-path)|xcode-select -?-p\S*|java_home|llvm-config --\w+|pg_config --\w+|gem env\w*|bundle (?:show|info)|flutter sdk-path|which|command|type)(?:\s|$)/

/** Names in a directory of the project, by a pattern or a search: `node --test test/*.test.mjs`, `find . -exec ruby -c {} +`. */
export const isOwnPattern = ({ text, from }: Value): boolean =>
  !isKnown(text) &&
  !/^[/~\uFFFC]|(?:^|\/)\.\.(?:\/|$)/.test(text) &&
  (!text.includes(UNKNOWN) ||
    (from.lists.length > 0 && !from.network && from.programs.every((made) => made === 'find')))
