import { HEADERS, newNonce, signRequest, type Caller } from '../../../packages/runtime/src/fleet/index.ts'

/** The headers of a signed request; `change` replaces parts before or after signing. */
export function signedHeaders(
  { machine, privateKey }: Pick<Caller, 'machine' | 'privateKey'>,
  method: string,
  path: string,
  body: Uint8Array,
  { time = String(Date.now()), nonce = newNonce() }: { readonly time?: string; readonly nonce?: string } = {},
): Record<string, string> {
  const signed = { method, path, machine, time, nonce }
  return {
    [HEADERS.machine]: machine,
    [HEADERS.time]: time,
    [HEADERS.nonce]: nonce,
    [HEADERS.signature]: signRequest(privateKey, signed, body),
  }
}
