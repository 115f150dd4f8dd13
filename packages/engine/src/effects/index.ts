export { linesOf, looksLikeCommand, quoted, word } from './input-lines.ts'
export { inputPaths, purposeOf } from './input-paths.ts'
export { inputEffects, merged, declaredEffects } from './declared.ts'
