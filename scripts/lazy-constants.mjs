import { parseSync } from 'rolldown/experimental'

/**
 * Tables and patterns at the top of a module are made when somebody first looks at them: a process that answers one
 * event needs few of those that hooks have, and a pattern alone takes some microseconds to be read. Only what is made
 * of nothing but literals is put off, so that nobody can tell the difference. What every event loads is left alone: it
 * needs most of it.
 */
export const lazyConstants = {
  name: 'lazy-constants',
  renderChunk(code, { fileName, isEntry }) {
    if (isEntry) return undefined
    const { program } = parseSync(fileName, code)
    const constants = new Map(program.body.flatMap(constantOf).map((constant) => [constant.name, constant]))
    visit(program, (node, place) => note(node, place, constants))
    return [...constants.values()]
      .filter(({ isFixed, uses }) => !isFixed && uses.length > 0)
      .flatMap((constant) => changesFor(constant, code))
      .toSorted((one, other) => other.start - one.start)
      .reduce((text, { start, end, by }) => text.slice(0, start) + by + text.slice(end), code)
  },
}

/** `const NAME = …`, where that is data and no single value. */
function constantOf(statement) {
  if (statement.type !== 'VariableDeclaration' || statement.kind !== 'const' || statement.declarations.length > 1)
    return []
  const [{ id, init }] = statement.declarations
  if (id.type !== 'Identifier' || !isData(init) || isSingle(init)) return []
  return [{ name: id.name, id, init, statement, uses: [], isFixed: false }]
}

const SINGLE = ['Literal', 'TemplateLiteral', 'UnaryExpression', 'BinaryExpression']
const isSingle = ({ type, regex }) => !regex && SINGLE.includes(type)

function isData(node) {
  switch (node?.type) {
    case 'Literal':
      return true
    case 'TemplateLiteral':
      return node.expressions.length === 0
    case 'UnaryExpression':
      return isData(node.argument)
    case 'BinaryExpression':
      return isData(node.left) && isData(node.right)
    case 'ParenthesizedExpression':
      return isData(node.expression)
    case 'ArrayExpression':
      return node.elements.every(isData)
    case 'ObjectExpression':
      return node.properties.every(({ type, kind, computed, value }) => {
        return type === 'Property' && kind === 'init' && !computed && isData(value)
      })
    case 'NewExpression':
      return ['Set', 'Map'].includes(node.callee.name) && node.arguments.every(isData)
    case 'CallExpression':
      return isData(node.callee.object) && node.callee.property?.name === 'split' && node.arguments.every(isData)
    default:
      return false
  }
}

/** Every node, with the one around it, its place there, and whether all of it stands inside of a function. */
function visit(node, see, place = { isInside: false }) {
  see(node, place)
  const isInside = place.isInside || /Function/.test(node.type)
  for (const [key, child] of Object.entries(node)) {
    for (const one of Array.isArray(child) ? child : [child]) {
      if (typeof one?.type === 'string') visit(one, see, { parent: node, key, isInside })
    }
  }
}

/** One that is looked at while the module loads, or whose name means something else somewhere, stays where it is. */
function note(node, { parent, key, isInside }, constants) {
  for (const { name, node: bound } of boundBy(node)) {
    const constant = constants.get(name)
    if (constant !== undefined && bound !== constant.id) constant.isFixed = true
  }
  const constant = node.type === 'Identifier' ? constants.get(node.name) : undefined
  if (constant === undefined || node === constant.id || isNameOnly(parent, key)) return
  if (!isInside) constant.isFixed = true
  constant.uses.push({ ...node, isShorthand: parent.type === 'Property' && parent.shorthand })
}

/** `.name` and `{ name: … }` */
const isNameOnly = ({ computed }, key) => !computed && (key === 'property' || key === 'key')

function boundBy(node) {
  const bound = [node.id, node.param, ...(node.params ?? [])]
  if (/Assignment|Update|ForIn|ForOf/.test(node.type)) bound.push(node.left, node.argument)
  return bound.flatMap(namesIn)
}

function namesIn(pattern) {
  switch (pattern?.type) {
    case 'Identifier':
      return [{ name: pattern.name, node: pattern }]
    case 'VariableDeclaration':
    case 'ObjectPattern':
    case 'ArrayPattern':
    case 'AssignmentPattern':
    case 'RestElement':
    case 'Property':
      return [
        pattern.left,
        pattern.argument,
        pattern.value,
        ...(pattern.elements ?? []),
        ...(pattern.properties ?? []),
      ].flatMap(namesIn)
    default:
      return []
  }
}

function changesFor({ name, init, statement, uses }, code) {
  const make = `${name} ??= ${code.slice(init.start, init.end)}`
  const used = uses.length === 1 ? `(${make})` : `${name}$made()`
  const made = uses.length === 1 ? '' : `function ${name}$made() { return ${make} }`
  return [
    { start: statement.start, end: statement.end, by: `let ${name};${made}` },
    ...uses.map(({ start, end, isShorthand }) => ({ start, end, by: isShorthand ? `${name}: ${used}` : used })),
  ]
}
