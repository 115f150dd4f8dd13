/** The texts behind `-m` and `--message`, in every way git takes them. */
export function messagesOf(args: readonly string[]): readonly string[] {
  return args.flatMap((arg, index) => {
    const [, inline] = /^(?:--message=|-[a-z]*m)(.+)$/s.exec(arg) ?? []
    if (inline !== undefined) return [inline]
    return /^(?:--message|-[a-z]*m)$/.test(arg) ? [args[index + 1] ?? ''] : []
  })
}
