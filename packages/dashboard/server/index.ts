export { browserCommand, openBrowser } from './browser.ts'
export { command, hookRemedies, levelRemedy, projectSuffix } from './remedies.ts'
export { serve } from './serve.ts'
