import { gzipSync } from 'node:zlib'

/** A payload: its text, and its words if it needs no shell to be understood. */
export interface Payload {
  readonly kind: string
  readonly text: string
  readonly words: readonly string[] | undefined
}

/** Writes a payload in another way that does the same; nothing if this way does not fit. */
type Spelling = (payload: Payload) => string | undefined

export const single = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

export const inDouble = (text: string): string => text.replaceAll(/[\\"$`]/g, String.raw`\$&`)

const double = (text: string): string => `"${inDouble(text)}"`

const encode = (text: string, encoding: 'base64' | 'hex'): string => Buffer.from(text).toString(encoding)

const reversed = (text: string): string => text.split('').toReversed().join('')

const rot13 = (text: string): string =>
  text.replaceAll(/[a-z]/gi, (letter) => {
    const base = letter <= 'Z' ? 65 : 97
    return String.fromCodePoint(((letter.codePointAt(0)! - base + 13) % 26) + base)
  })

const coded = (text: string, code: (letter: number) => string): string =>
  [...Buffer.from(text)].map((letter) => code(letter)).join('')

const hex = (text: string): string => coded(text, (letter) => `\\x${letter.toString(16).padStart(2, '0')}`)
const octal = (text: string): string => coded(text, (letter) => `\\${letter.toString(8).padStart(3, '0')}`)

/** The whole text, whatever shell syntax it has. */
const whole =
  (spell: (text: string) => string): Spelling =>
  ({ text }) =>
    text.includes('\n') ? undefined : spell(text)

/** The words of a simple command: the program and its arguments. */
const simple =
  (spell: (program: string, rest: string, words: readonly string[]) => string | undefined): Spelling =>
  ({ words }) =>
    words === undefined ? undefined : spell(words[0] ?? '', words.slice(1).join(' '), words)

/** The last word, where a path stands. */
const target = (spell: (before: string, path: string) => string | undefined): Spelling =>
  simple((_, __, words) => {
    const path = words.at(-1) ?? ''
    return path.startsWith('/') && path.length > 1 ? spell(words.slice(0, -1).join(' '), path) : undefined
  })

const home =
  (as: string): Spelling =>
  ({ text }) =>
    text.includes('/home/test') ? text.replaceAll('/home/test', as) : undefined

const halves = (text: string): readonly [string, string] => {
  const middle = Math.ceil(text.length / 2)
  return [text.slice(0, middle), text.slice(middle)]
}

export const spellings: Readonly<Record<string, Spelling>> = {
  'empty quotes': simple((program, rest) => `${halves(program).join('""')} ${rest}`),
  'quoted letter': simple((program, rest) => `'${program[0]}'${program.slice(1)} ${rest}`),
  backslashes: simple((program, rest) => `${program.replaceAll(/[a-z]/g, String.raw`\$&`)} ${rest}`),
  'quoted words': simple((_, __, words) => words.map((word) => `"${word}"`).join(' ')),
  'line continuation': simple((program, rest) => `${halves(program).join('\\\n')} \\\n ${rest}`),
  'ANSI-C hex': simple((program, rest) => `$'${hex(program)}' ${rest}`),
  'ANSI-C octal': simple((_, __, words) => words.map((word) => `$'${octal(word)}'`).join(' ')),
  'ANSI-C unicode': simple(
    (program, rest) => `$'\\u00${program.codePointAt(0)!.toString(16)}'${program.slice(1)} ${rest}`,
  ),
  'locale quotes': simple((program, rest) => `$"${program}" ${rest}`),
  'empty expansions': simple((program, rest) => `${halves(program).join('$@')} ${rest}`),
  'empty substitution': simple((program, rest) => `${halves(program).join('$()')} ${rest}`),
  'unset variable': simple((program, rest) => `${halves(program).join('${nope}')} ${rest}`),
  'brace expansion': simple((_, __, words) => (words.length > 1 ? `{${words.join(',')}}` : undefined)),
  IFS: simple((_, __, words) => words.join('${IFS}')),
  'IFS changed': simple((_, __, words) => `IFS=,; x=${words.join(',')}; $x`),
  'program in a variable': simple((program, rest) => `x=${program}; $x ${rest}`),
  'two variables': simple((program, rest) => `a=${halves(program)[0]} b=${halves(program)[1]}; $a$b ${rest}`),
  'variable set beside': simple((program, rest) => `export X=${program} && "$X" ${rest}`),
  'default value': simple((program, rest) => `\${nope:-${program}} ${rest}`),
  'assigned default': simple((program, rest) => `: \${x:=${program}}; $x ${rest}`),
  'alternative value': simple((program, rest) => `y=1; \${y:+${program}} ${rest}`),
  'part of a value': simple((program, rest) => `x=zz${program}zz; \${x:2:${program.length}} ${rest}`),
  'prefix removed': simple((program, rest) => `x=zz${program}; \${x#zz} ${rest}`),
  'suffix removed': simple((program, rest) => `x=${program}.exe; \${x%.*} ${rest}`),
  replaced: simple((program, rest) => `x=${halves(program).join('QQ')}; \${x/QQ/} ${rest}`),
  'all replaced': simple((_, __, words) => `x=${words.join('Q')}; \${x//Q/ }`),
  'lower case': simple((program, rest) =>
    /^[a-z]+$/.test(program) ? `x=${program.toUpperCase()}; \${x,,} ${rest}` : undefined,
  ),
  'lower case operator': simple((program, rest) =>
    /^[a-z]+$/.test(program) ? `x=${program.toUpperCase()}; \${x@L} ${rest}` : undefined,
  ),
  'declared lower': simple((program, rest) =>
    /^[a-z]+$/.test(program) ? `declare -l x=${program.toUpperCase()}; $x ${rest}` : undefined,
  ),
  'escapes operator': simple((program, rest) => `x='${hex(program)}'; \${x@E} ${rest}`),
  'prompt operator': simple((_, __, words) => `x='$(${words.join(' ')})'; : "\${x@P}"`),
  indirect: simple((program, rest) => `y=${program}; x=y; \${!x} ${rest}`),
  'name reference': simple((program, rest) => `y=${program}; declare -n x=y; $x ${rest}`),
  array: simple((_, __, words) => `a=(${words.join(' ')}); "\${a[@]}"`),
  'array in parts': simple((program, rest) => `a[3]=${program}; a[4]='${rest}'; \${a[@]}`),
  'associative array': simple((program, rest) => `declare -A m=([k]=${program}); \${m[k]} ${rest}`),
  positional: simple((_, __, words) => `set -- ${words.join(' ')}; "$@"`),
  'read a string': simple((program, rest) => `read -r x <<< ${program}; $x ${rest}`),
  'read from printf': simple((program, rest) => `read x < <(printf ${program}); $x ${rest}`),
  mapfile: simple((_, __, words) => `mapfile -t a <<< $'${words.join('\\n')}'; "\${a[@]}"`),
  'printf into a variable': simple((program, rest) => `printf -v x %s ${halves(program).join(' ')}; $x ${rest}`),
  'echoed program': simple((program, rest) => `$(echo ${program}) ${rest}`),
  'echo in backticks': simple((program, rest) => `\`echo ${program}\` ${rest}`),
  'printf escapes': simple((program, rest) => `$(printf '${hex(program)}') ${rest}`),
  'printf octal': simple((program, rest) => `$(printf '${octal(program)}') ${rest}`),
  'echo -e': simple((program, rest) => `$(echo -e '${hex(program)}') ${rest}`),
  'printf characters': simple((program, rest) => `$(printf '%b' '${octal(program).replaceAll('\\', '\\0')}') ${rest}`),
  'program reversed': simple((program, rest) => `$(rev <<< ${reversed(program)}) ${rest}`),
  'program translated': simple(
    (program, rest) =>
      `$(tr a-z b-za <<< ${program.replaceAll(/[a-z]/g, (l) => (l === 'a' ? 'z' : String.fromCodePoint(l.codePointAt(0)! - 1)))}) ${rest}`,
  ),
  'program encoded': simple((program, rest) => `$(base64 -d <<< ${encode(program, 'base64')}) ${rest}`),
  'any folder': simple((program, rest) => `/???/${program} ${rest}`),
  'folder by pattern': simple((program, rest) => `/usr/b*n/${program} ${rest}`),
  'letter by pattern': simple((program, rest) => `/bin/${program.slice(0, -1)}[${program.at(-1)}] ${rest}`),
  which: simple((program, rest) => `$(which ${program}) ${rest}`),
  'command -v': simple((program, rest) => `"$(command -v ${program})" ${rest}`),
  'full path': simple((program, rest) => `/usr/bin/../bin/${program} ${rest}`),
  function: simple((program, rest) => `f() { ${program} "$@"; }; f ${rest}`),
  'function of parts': simple((program, rest) => `f() { "$1$2" ${rest}; }; f ${halves(program).join(' ')}`),
  alias: simple((program, rest) => `shopt -s expand_aliases\nalias z=${program}\nz ${rest}`),
  'case of one': simple((program, rest) => `case ${program} in r*) x=${program};; *) x=${program};; esac; $x ${rest}`),
  loop: simple((program, rest) => `for x in ${program}; do $x ${rest}; done`),
  'words by loop': simple((_, __, words) => `c=; for w in ${words.join(' ')}; do c="$c $w"; done; $c`),
  'arguments by xargs': simple((program, rest) => `echo ${rest} | xargs ${program}`),
  'lines by xargs': simple((program, _, words) => `printf '%s\\n' ${words.slice(1).join(' ')} | xargs ${program}`),
  'everything by xargs': simple((_, __, words) => `echo ${words.join(' ')} | xargs env`),
  'last by xargs -I': simple((_, __, words) => `echo ${words.at(-1)} | xargs -I% ${words.slice(0, -1).join(' ')} %`),
  'reversed lines': simple(
    (_, __, words) => `printf '%s\\n' ${words.toReversed().join(' ')} | tac | paste -sd' ' | sh`,
  ),
  'target in a variable': target((before, path) => `t=${path}; ${before} "$t"`),
  'target with dots': target((before, path) => `${before} ${path.replace(/^\/([^/]+)/, '/$1/../$1/.')}`),
  'target with slashes': target((before, path) => `${before} /${path.replaceAll('/', '//')}`),
  'target quoted inside': target((before, path) => `${before} ${path.slice(0, 3)}''${path.slice(3)}`),
  'target by cd': target((before, path) => `cd / && ${before} .${path}`),
  'target encoded': target((before, path) => `${before} "$(base64 -d <<< ${encode(path, 'base64')})"`),
  'target ANSI-C': target((before, path) => `${before} $'${hex(path)}'`),
  'target by braces': target((before, path) => `${before} ${path.slice(0, -1)}{${path.at(-1)},${path.at(-1)}}`),
  'target by printf': target((before, path) => `${before} "$(printf '%s%s' ${halves(path).join(' ')})"`),
  tilde: home('~'),
  'named tilde': home('~test'),
  'HOME in quotes': home('"$HOME"'),
  'HOME with a default': home('${HOME:-/root}'),
  'eval in pieces': whole((text) => `x=${single(halves(text)[0])}; y=${single(halves(text)[1])}; eval "$x$y"`),
  'eval of words': whole((text) => `eval ${double(text)}`),
  'nested shells': whole((text) => `sh -c ${double(`bash -c ${single(text)}`)}`),
  'three shells': whole((text) => `bash -c ${single(`sh -c ${single(`dash -c ${single(text)}`)}`)}`),
  'text in a variable': whole((text) => `c=${single(text)}; bash -c "$c"`),
  'text from the environment': whole((text) => `C=${single(text)} bash -c 'eval "$C"'`),
  'text as an argument': whole((text) => `bash -c 'eval "$1"' _ ${single(text)}`),
  'text as $0': whole((text) => `bash -c '$0' ${single(text)}; sh -c 'eval "$0"' ${single(text)}`),
  heredoc: whole((text) => `bash <<E\n${text.replaceAll(/[$`\\]/g, String.raw`\$&`)}\nE`),
  'heredoc through cat': whole((text) => `cat <<'E' | sh\n${text}\nE`),
  'heredoc in a variable': whole((text) => `x=$(cat <<'E'\n${text}\nE\n); eval "$x"`),
  'here-string': whole((text) => `bash -s <<< ${single(text)}`),
  'printf into a shell': whole((text) => `printf '%s\\n' ${single(text)} | bash`),
  'printf escapes into a shell': whole((text) => `printf '${hex(text)}' | sh`),
  'echo -e into a shell': whole((text) => `echo -e '${hex(text)}' | bash`),
  'ANSI-C into eval': whole((text) => `eval $'${hex(text)}'`),
  base64: whole((text) => `echo ${encode(text, 'base64')} | base64 -d | sh`),
  'base64 into bash -c': whole((text) => `bash -c "$(base64 --decode <<< ${encode(text, 'base64')})"`),
  'base64 twice': whole((text) => `echo ${encode(encode(text, 'base64'), 'base64')} | base64 -d | base64 -d | bash`),
  'base64 sourced': whole((text) => `. <(base64 -d <<< ${encode(text, 'base64')})`),
  'base64 by openssl': whole((text) => `echo ${encode(text, 'base64')} | openssl base64 -d -A | sh`),
  'base64 by jq': whole((text) => `jq -rn '"${encode(text, 'base64')}"|@base64d' | sh`),
  'base64 in python': whole(
    (text) => `python3 -c 'import base64,os;os.system(base64.b64decode("${encode(text, 'base64')}"))'`,
  ),
  'base64 in perl': whole((text) => `perl -MMIME::Base64 -e 'system(decode_base64("${encode(text, 'base64')}"))'`),
  'base64 in node': whole(
    (text) => `node -e 'require("child_process").execSync(Buffer.from("${encode(text, 'base64')}","base64")+"")'`,
  ),
  'hex by xxd': whole((text) => `echo ${encode(text, 'hex')} | xxd -r -p | sh`),
  'hex by perl': whole((text) => `perl -e 'print pack("H*", "${encode(text, 'hex')}")' | sh`),
  'hex in python': whole((text) => `python3 -c 'import os;os.system(bytes.fromhex("${encode(text, 'hex')}"))'`),
  gzip: whole((text) => `echo ${gzipSync(text).toString('base64')} | base64 -d | gunzip | sh`),
  reversed: whole((text) => `rev <<< ${single(reversed(text))} | sh`),
  rot13: whole((text) => `tr a-zA-Z n-za-mN-ZA-M <<< ${single(rot13(text))} | bash`),
  'letters deleted': whole((text) => `echo ${single(text.split('').join('@'))} | tr -d @ | sh`),
  'a column': whole((text) => `echo ${single(`x${text}`)} | cut -c2- | sh`),
  'sed into a shell': whole((text) => `echo ${single(`#${text}`)} | sed 's/^#//' | sh`),
  'awk into a shell': whole((text) => `awk 'BEGIN { print ARGV[1] }' ${single(text)} | sh`),
  'through tee': whole((text) => `echo ${single(text)} | tee /dev/null | sh`),
  'through head': whole((text) => `printf '%s\\n%s\\n' ${single(text)} exit | head -n 1 | bash`),
  'sourced substitution': whole((text) => `source <(echo ${single(text)})`),
  'sourced stdin': whole((text) => `echo ${single(text)} | . /dev/stdin`),
  'read and eval': whole((text) => `while IFS= read -r l; do eval "$l"; done <<< ${single(text)}`),
  'script written first': whole((text) => `echo ${single(text)} > s.sh; bash s.sh`),
  'script in two parts': whole(
    (text) => `printf %s ${single(halves(text)[0])} > s; printf %s ${single(halves(text)[1])} >> s; sh s`,
  ),
  'in a function': whole((text) => `f() { ${text}\n}; f`),
  'in the background': whole((text) => `( ${text} ) & disown`),
  'in a substitution': whole((text) => `echo "$(${text})"`),
  'in a trap': whole((text) => `trap ${single(text)} EXIT; exit 0`),
  'behind an echo': whole((text) => `echo building ${'.'.repeat(200)}; ${text}`),
  'behind a comment': whole((text) => `# cleanup\n${text} # safe`),
}
