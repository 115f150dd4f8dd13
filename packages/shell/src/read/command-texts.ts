/** Command lines in a text, by the forms in which programs of all kinds take them. */
export function commandTexts(text: string): readonly string[] {
  const whole = text.trim()
  const bare = withoutMark(whole)
  const calls = isData(whole) ? [] : [...whole.matchAll(CALL)].map(([, , quoted = '']) => unescaped(quoted))
  return [...new Set([bare, ...calls.slice(0, MAX_CALLS)])].filter((one) => /\S\s+\S/.test(one))
}

/** Lines of a text that start a program by a mark: `!cmd` of many prompts, `.shell cmd`, `\! cmd`, `:!cmd`. */
export const markedLines = (text: string): readonly string[] =>
  text
    .split('\n')
    .slice(0, MAX_LINES)
    .flatMap((line) => {
      const whole = line.trim()
      return MARK.test(whole) || CALL.test(whole) ? commandTexts(whole) : []
    })

const MARK =
  /^(?:[:\\.]?!+|\|+|[.:\\](?:shell|system|sh|exec|read\s+!)(?=\s)|(?:exec|system|shell|cmd|command|pipe|sh|run)\s*[:=]|(?:shell|system|exec|spawn|execute|run)(?=\s))\s*/i

function withoutMark(text: string): string {
  const bare = text.replace(MARK, '')
  // `system "rm x"`, `exec 'rm x'`
  const [, , quoted] = bare === text ? [] : (/^(["'`])(.*)\1\)?;?$/s.exec(bare) ?? [])
  return quoted ?? bare
}

/** A function of some language that runs a text: `os.execute("…")`, `system('…')`, `callCommand "…"`. */
const CALL =
  /\b(?:\w*system\w*|\w*exec\w*|popen\w*|\w*spawn\w*|\w*shell\w*|callcommand|callprocess|run|check_output|passthru|start_process|createobject)\s*[([{ ]{0,3}\s*(["'`])((?:\\.|(?!\1)[^\\]){3,2000})\1/gi

/** JSON, and lists of it, carry texts for others. */
const isData = (text: string): boolean => /^[[{]\s*["[{]/.test(text)

const unescaped = (text: string): string => text.replace(/\\(["'`\\])/g, '$1')

const MAX_CALLS = 8
const MAX_LINES = 200
