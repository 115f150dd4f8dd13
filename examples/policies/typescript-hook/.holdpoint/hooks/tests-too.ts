import { defineHook } from 'holdpoint'

export default defineHook({
  meta: {
    summary: 'Source changes need a test change.',
    on: ['turn.stop'],
    options: { source: '^src/', test: '\\.test\\.ts$' },
    messages: {
      untested: {
        what: '{path} has changed, but no test has.',
        why: 'Untested behaviour breaks with the next change.',
        fix: 'Add a test that fails without your change, or say why there is none.',
      },
    },
  },
  async run({ event, options, services, block, pass }) {
    // Block once; after that the user decides.
    if (event.alreadyBlocked) return pass
    const status = await services.git.output(event.root, ['status', '--porcelain', '--untracked-files=all'])
    const changed = (status ?? '').split('\n').map((line) => line.slice(3))
    const [source, test] = [new RegExp(options.source), new RegExp(options.test)]
    const path = changed.find((file) => source.test(file) && !test.test(file))
    return path === undefined || changed.some((file) => test.test(file)) ? pass : block('untested', { path })
  },
})
