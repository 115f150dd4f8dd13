export { inputPaths, purposeOf } from '@holdpoint/engine/effects'
