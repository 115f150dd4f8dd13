import { isKnown, UNKNOWN } from '../../effects.ts'
import type { Context } from '../../read/context.ts'
import { fromNetwork, unknown } from '../../words/value.ts'

/** Addresses from which files come. */
const ADDRESS = /^(?:https?|ftps?|sftp|s3|gs|az|oci|gcs|minio):\/\//
const OUTPUT =
  /^(?:-o|-O|--out(?:put)?(?:-(?:file|document))?|--outfile|--dest(?:ination)?|--to|--target|--file)(?:=(.+))?$/

/**
 * A program without a description, or one of many commands, that is given an address and a file: what is in the file
 * afterwards comes from there.
 */
export function mayFetch(context: Context): void {
  const { texts } = context
  const address = texts.find((text) => ADDRESS.test(text))
  if (address === undefined) return /^(?:gh|glab)$/.test(context.name) ? released(context) : undefined
  const option = texts.findIndex((text) => OUTPUT.test(text))
  const named = option < 0 ? undefined : (OUTPUT.exec(texts[option] ?? '')?.[1] ?? texts[option + 1])
  const last = texts.findLast((text) => !text.startsWith('-'))
  const target = named ?? (last === undefined || ADDRESS.test(last) || /^\w+$/.test(last) ? undefined : last)
  if (target === undefined || !isKnown(target) || target === '-') return
  const name =
    address
      .replace(/[?#].*$/, '')
      .split('/')
      .at(-1) ?? ''
  const isDirectory = target.endsWith('/') || /^\.{1,2}$/.test(target)
  context.replace(isDirectory ? `${target}/${name}` : target, unknown(fromNetwork), { maybe: true })
}

/** `gh release download`, `gh run download`: what it is called is not known. */
function released(context: Context): void {
  const { texts } = context
  if (!/^(?:release|run)$/.test(texts[0] ?? '') || texts[1] !== 'download') return
  const { values } = context.options({ short: 'DOpnR', long: ['dir', 'output', 'pattern', 'name', 'repo'] })
  const directory = values('D', 'dir')[0] ?? '.'
  const named = [...values('O', 'output'), ...values('p', 'pattern').filter((name) => !/[*?[]/.test(name))]
  for (const name of [...named, UNKNOWN]) context.replace(`${directory}/${name}`, unknown(fromNetwork), { maybe: true })
}
