import type { Context } from '../read/context.ts'
import { isVendor } from '../vendors/vendors.ts'

/**
 * What is deleted inside of a container or on a rented machine is not on this one. What a client of a database or of a
 * service is told there is gone all the same, and variables that are printed there are as secret as here.
 */
export function runInside(context: Context, verb: RegExp, names = 1): void {
  const from = context.texts.findIndex((text) => verb.test(text))
  if (from < 0) return
  const words = context.args.slice(from + 1)
  const operands = words.flatMap(({ text }, index) => (text.startsWith('-') ? [] : [index]))
  const at = operands.slice(names).find((index) => isInside(words[index]?.text ?? ''))
  if (at !== undefined) return void context.start(words.slice(at), { via: `${context.name} exec` })
  // `heroku run 'rails db:drop'`, `fly ssh console -C "psql -c …"`
  const line = words.find(({ text }) => /\s/.test(text) && text.split(/\s+/, 3).some(isInside))
  if (line !== undefined) context.shell(line, { via: `${context.name} exec` })
}

const isInside = (text: string): boolean => INSIDE.test(text) || isVendor(text.slice(text.lastIndexOf('/') + 1))

const INSIDE =
  /^(?:psql|mysql|mariadb|mongosh|mongo|redis-cli|valkey-cli|clickhouse-client|cqlsh|sqlcmd|influx|etcdctl|sqlite3|env|printenv)$/

/** Programs that run a command on a machine of the vendor. */
export function mayRunInside(context: Context): void {
  if (REMOTE.test(context.name)) runInside(context, /^(?:run|run:detached|exec|console|ssh|shell)$/, 0)
}

const REMOTE =
  /^(?:heroku|fly|flyctl|railway|render|dokku|scalingo|eb|copilot|nomad|lxc|incus|multipass|vagrant|gcloud)$/
