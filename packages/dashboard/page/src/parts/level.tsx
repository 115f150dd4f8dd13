const LOOK: Readonly<Record<string, string>> = { on: 'good', warn: 'warn' }

/** How a hook is set: off, warn or on. */
export const Level = ({ of }: { readonly of: string }) => <span class={`kind ${LOOK[of] ?? 'pass'}`}>{of}</span>
