export { inputPaths, purposeOf } from '../../core/input-paths.ts'
