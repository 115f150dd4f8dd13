import { defineHook } from 'holdpoint'

export default defineHook({
  meta: {
    summary: 'Source does not change without a test.',
    on: ['turn.stop'],
    options: { source: '^src/', test: '\\.test\\.ts$' },
    messages: {
      untested: {
        what: '{path} has changed, and no test has.',
        why: 'What no test shows is broken by the next change.',
        fix: 'Add a test that fails without your change, or say why there cannot be one.',
      },
    },
  },
  async run({ event, options, services, block, pass }) {
    // Once is enough: after that it is for the user to decide.
    if (event.alreadyBlocked) return pass
    const status = await services.git.output(event.root, ['status', '--porcelain', '--untracked-files=all'])
    const changed = (status ?? '').split('\n').map((line) => line.slice(3))
    const [source, test] = [new RegExp(options.source), new RegExp(options.test)]
    const path = changed.find((file) => source.test(file) && !test.test(file))
    return path === undefined || changed.some((file) => test.test(file)) ? pass : block('untested', { path })
  },
})
