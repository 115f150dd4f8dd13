import { defineHook } from 'holdpoint'

/** The same in plain JavaScript: no type is needed anywhere. */
export default defineHook({
  meta: {
    summary: 'Ask for smaller files.',
    on: ['tool.after'],
    tools: ['write', 'edit'],
    role: 'context',
    options: { max_lines: 400, except: ['.json', '.lock', '.md'] },
    messages: { long: '{path} has {lines} lines now; {most} are enough for one file. Take it apart before you go on.' },
  },
  run({ event, options, services, feedback, pass }) {
    for (const { path } of event.tool.files) {
      if (options.except.some((ending) => path.endsWith(ending))) continue
      const lines = services.files.read(path)?.split('\n').length ?? 0
      if (lines > options.max_lines) return feedback('long', { path, lines, most: options.max_lines })
    }
    return pass
  },
})
