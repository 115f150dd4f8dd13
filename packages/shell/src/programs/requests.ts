import { UNKNOWN } from '../effects.ts'
import { withoutSecrets, type Value } from '../words/value.ts'

/** Parts of a request: a secret that logs in is used as it is meant to be, anywhere else it is given away. */

/** It carries what was read on this machine. */
export const isData = ({ from }: Value): boolean => from.files.length + from.secrets.length > 0

/** `Authorization: Bearer …`, `X-Api-Key: …`, `Cookie: …`. */
export const inHeader = (header: Value): Value => (LOGIN.test(header.text) ? withoutSecrets(header) : header)

const LOGIN = /^\s*"?(?:proxy-)?[\w-]*(?:auth|token|key|secret|cookie|session|credential|password)[\w-]*"?\s*[:=]/i

/** `https://user:…@host/path`. */
export function inAddress(url: Value): Value {
  const login = /^(?:[a-z][\w+.-]*:\/\/)?([^/?#]*)@/i.exec(url.text)?.[1] ?? ''
  return login.split(UNKNOWN).length > url.from.secrets.length ? withoutSecrets(url) : url
}
