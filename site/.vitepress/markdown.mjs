// How the site reads Markdown. A page is text that many people edit, so nothing in it runs: no element outside of a short
// list, no attribute outside of it, no expression of Vue, no included file.

/** Elements that documents use, with the attributes they need. */
const ELEMENTS = {
  picture: [],
  source: ['media', 'srcset'],
  img: ['alt', 'src', 'width'],
  br: [],
}
const WITHOUT_END = ['source', 'img', 'br']
const TAG = /^<(\/?)([a-z]+)((?:\s+[a-z]+="[^"<>{}]*")*)\s*\/?>$/
/** A path below the site, or a page of the web. */
const SAFE_ADDRESS = /^(?:\/(?!\/)|https:\/\/)/

const escaped = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('{', '&#123;')

/** The element with its safe attributes, if the list has it. */
function element(text) {
  const [all, closing, name, attributes] = TAG.exec(text) ?? []
  if (all === undefined || !Object.hasOwn(ELEMENTS, name)) return undefined
  const pairs = [...attributes.matchAll(/([a-z]+)="([^"]*)"/g)]
  const isSafe = pairs.every(
    ([, key, value]) => ELEMENTS[name].includes(key) && (!key.startsWith('src') || SAFE_ADDRESS.test(value)),
  )
  if (!isSafe) return undefined
  return { closing, name, text: `<${closing}${name}${pairs.map(([, key, value]) => ` ${key}="${value}"`).join('')}>` }
}

/** Elements of the list as they are, comments as nothing, everything else as text. All that is opened is closed. */
function html(text) {
  const open = []
  const parts = text
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .split(/(<[^<>]*>)/)
    .map((part, index) => {
      const found = index % 2 === 1 ? element(part) : undefined
      if (found === undefined) return escaped(part)
      if (WITHOUT_END.includes(found.name)) return found.closing === '' ? found.text : ''
      if (found.closing === '') open.push(found.name)
      else if (open.pop() !== found.name) return escaped(part)
      return found.text
    })
  return [...parts, ...open.toReversed().map((name) => `</${name}>`)].join('')
}

function readAsText(md) {
  const { rules } = md.renderer
  // Vue evaluates `{{ … }}` wherever it meets it.
  for (const name of ['text', 'code_inline', 'code_block']) {
    const render = rules[name]
    rules[name] = (...args) => render(...args).replaceAll('{', '&#123;')
  }
  rules.html_inline = (tokens, index) => html(tokens[index].content)
  rules.html_block = (tokens, index) => html(tokens[index].content)
  // `<<< path` would show any file of the machine that builds the site.
  md.block.ruler.disable('snippet')
}

export const markdown = {
  theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  config: readAsText,
  // `{path}` in a message is text, not an attribute of the element around it.
  attrs: { disable: true },
}
