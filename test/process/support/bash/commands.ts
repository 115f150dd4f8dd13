import fc, { type Arbitrary, type LetrecTypedTie } from 'fast-check'
import { aLiteral, aName, aProgram, wordsWith } from './words.ts'

/** Harmless commands of bash. They start the stubs and write files beside them, and end by themselves. */

const inner: Arbitrary<string> = fc.oneof(
  aProgram,
  fc.tuple(aProgram, aLiteral).map((parts) => parts.join(' ')),
  aLiteral.map((text) => `echo ${text}`),
  aName.map((name) => `echo $${name}`),
  aName.map((name) => `printf '%s\\n' "$${name}"`),
  fc.constantFrom(
    'x=tool; echo $x',
    'f k',
    'f k; echo mark',
    'true && echo tool',
    'false && echo tool; echo kit',
    'echo mark; exit; echo kit',
  ),
)

const { word, plain, number, subscript } = wordsWith(inner)

/** Lines that hold a here-document can be followed by nothing but a new line. */
const inList = (statements: readonly string[]): string =>
  statements.reduce(
    (all, one) => (all === '' ? one : `${all}${all.includes('\n') || all.endsWith('&') ? '\n' : '; '}${one}`),
    '',
  )

const commandWord = fc.oneof({ weight: 3, arbitrary: aProgram }, word)
const words = fc.array(word, { maxLength: 3 }).map((all) => all.join(' '))
const simple = fc.tuple(commandWord, words).map((parts) => parts.join(' ').trim())

/** Without expansions, so that a text that is expanded again does not come back to itself. */
const fixed = fc.tuple(aProgram, aLiteral).map((parts) => parts.join(' ').replaceAll("'", ''))

const aFile = fc.constantFrom('out', 'one/out', '"$x.out"', 'o{1,2}ut', '~+/tilde', 'z$n')
const redirection = fc.oneof(
  fc
    .tuple(fc.constantFrom('>', '>>', '>|', '&>', '&>>', '2>', '<>', '1<>', '{fd}>', '5>', '>&'), aFile)
    .map(([operator, file]) => `${operator}${file}`),
  fc.constantFrom('2>&1 >out', '>out 2>&1', '< a.txt', '</dev/null', '3>two >&3', '<<<"$x"', '2>/dev/null'),
)

const setting = fc.oneof(
  { weight: 5, arbitrary: fc.tuple(aName, plain).map(([name, value]) => `${name}=${value}`) },
  fc.tuple(aName, plain).map(([name, value]) => `${name}+=${value}`),
  fc.tuple(fc.constantFrom('a', 'b'), words).map(([name, all]) => `${name}=(${all})`),
  fc.tuple(fc.constantFrom('a', 'b'), words).map(([name, all]) => `${name}+=(${all})`),
  fc.tuple(subscript, plain).map(([at, value]) => `a[${at}]=${value}`),
  fc.tuple(aLiteral, plain).map(([one, other]) => `a=([2]=${one} [0]=${other})`),
  fc.tuple(aLiteral, plain).map(([one, other]) => `declare -A m=([k]=${one} [j]=${other})`),
  plain.map((value) => `m[k]=${value}`),
  fc
    .tuple(fc.constantFrom('declare', 'export', 'readonly r=1; typeset', 'declare -g'), aName, plain)
    .map(([how, name, value]) => `${how} ${name}=${value}`),
  fc.tuple(aName, aLiteral, aLiteral).map(([name, one, other]) => `declare ${name}={${one},${other}}`),
  fc.tuple(aName, number).map(([name, value]) => `declare -i ${name}='${value.replaceAll("'", '')}'`),
  fc.tuple(aName, aName).map(([name, other]) => `declare -n q=${name}; q=${other}; unset -n q`),
  fc.tuple(aName, plain).map(([name, value]) => `declare -n q=${name}; q=${value}; mark $q; unset -n q`),
  aName.map((name) => `declare -l ${name}=MARK; declare -u z=q`),
  fc.tuple(aName, words).map(([name, all]) => `printf -v ${name} '%s ' ${all}`),
  fc.tuple(aName, aLiteral).map(([name, text]) => `printf -v ${name} %b ${text}`),
  fc.tuple(aName, plain).map(([name, value]) => `read ${name} <<<${value}`),
  fc.tuple(aName, aName, plain).map(([one, other, value]) => `read -r ${one} ${other} <<< ${value}`),
  fc.tuple(aName, aName, plain).map(([one, other, value]) => `IFS=X read -r ${one} ${other} <<< ${value}`),
  plain.map((value) => `read -ra a <<<${value}`),
  fc.tuple(aName, plain).map(([name, value]) => `read -r ${name} < <(echo ${value})`),
  plain.map((value) => `mapfile -t a <<<${value}`),
  words.map((all) => `set -- ${all}`),
  fc.constantFrom(
    'shift',
    'shift 2',
    'n=1',
    'n=2',
    'i=0',
    'IFS=X',
    'IFS=',
    'unset IFS',
    'unset x',
    'unset a',
    "unset 'a[0]'",
    'shopt -s extglob',
    'shopt -s nullglob',
    'set -f',
    'local x=1',
    'let n=1+1',
    'let "n = 2" i++',
    'cd one',
    'cd ..',
    'cd "$OLDPWD"',
    'cd - >/dev/null',
    'cd no-such',
    'cd one && cd ../two',
    'pushd two >/dev/null',
    'popd >/dev/null',
  ),
)

interface Commands {
  readonly command: string
  readonly list: string
}

const { list } = fc.letrec<Commands>((tie: LetrecTypedTie<Commands>) => {
  const body = tie('list')
  // Nothing here may start itself: a function calls programs only.
  const safe = body.map((text) => text.replace(/\b[fg]\b/g, 'kit'))
  const command: Arbitrary<string> = fc.oneof(
    { depthSize: 'small' },
    { weight: 6, arbitrary: simple },
    { weight: 8, arbitrary: setting },
    fc.tuple(simple, redirection).map((parts) => parts.join(' ')),
    fc.tuple(redirection, simple).map((parts) => parts.join(' ')),
    fc.tuple(aName, plain, simple).map(([name, value, rest]) => `${name}=${value} ${rest}`),
    fc
      .tuple(tie('command'), fc.constantFrom('&&', '||'), tie('command'))
      .map(([a, operator, b]) => (a.includes('\n') ? a : `${a} ${operator} ${b}`)),
    fc.tuple(fc.constantFrom('echo k | ', 'echo mark tool |& ', ''), simple).map((parts) => parts.join('')),
    fc.tuple(plain, aName).map(([text, name]) => `echo ${text} | while read -r ${name}; do mark $${name}; done`),
    fc.tuple(plain, aName).map(([text, name]) => `echo ${text} | { read -r ${name}; $${name} k; }`),
    body.map((text) => `{ ${text}\n}`),
    fc.tuple(body, redirection).map(([text, where]) => `{ ${text}\n} ${where}`),
    body.map((text) => `( ${text}\n)`),
    body.map((text) => `if true; then ${text}\nfi`),
    fc.tuple(body, body).map(([one, other]) => `if false; then ${one}\nelse ${other}\nfi`),
    fc.tuple(number, body).map(([test, text]) => `if ((${test})); then ${text}\nfi`),
    fc
      .tuple(plain, fc.constantFrom('==', '!=', '<', '-eq', '-lt', '=~', '='), plain, body)
      .map(([a, operator, b, text]) => `if [[ ${a} ${operator} ${b} ]]; then ${text}\nfi`),
    fc.tuple(aName, words, body).map(([name, all, text]) => `for ${name} in ${all}; do ${text}\ndone`),
    fc.tuple(aName, body).map(([name, text]) => `for ${name}; do ${text}\ndone`),
    fc.tuple(aName, words, body).map(([name, all, text]) => `for ${name} in ${all}; do ${text}\nbreak; done`),
    body
      .map((text) => `for ((i=0;i<2;i++)); do ${text}\n((i<5)) || break; i=$((i)); [[ $i == [01] ]] || break; done`)
      .filter((text) => !/\bi[^f]/.test(text.slice(30, -60))),
    body.map((text) => `w=0; while ((w++<3)); do ${text}\ndone`),
    fc.tuple(aName, words, body).map(([name, all, text]) => `select ${name} in ${all} k; do ${text}\nbreak; done <<<1`),
    fc
      .tuple(plain, aLiteral, fc.constantFrom(';;', ';&', ';;&'), body, body)
      .map(([text, pattern, end, one, other]) => `case ${text} in ${pattern}) ${one}\n${end} *) ${other}\n;; esac`),
    fc.tuple(fc.constantFrom('f', 'g'), safe).map(([name, text]) => `${name}() { ${text}\n}`),
    fc.tuple(fc.constantFrom('f', 'g'), safe).map(([name, text]) => `function ${name} ( ${text}\n)`),
    fc.tuple(aName, safe).map(([name, text]) => `f() { local ${name}=$1; ${text}\nreturn; ${name}=kit; }`),
    fc.tuple(fc.constantFrom('f', 'g'), words).map((parts) => parts.join(' ')),
    fc.tuple(fc.constantFrom('f', 'g'), words, redirection).map((parts) => parts.join(' ')),
    words.map((all) => `eval ${all}`),
    simple.map((text) => `eval '${text.replaceAll("'", `'\\''`)}'`),
    simple.map((text) => `/bin/bash -c '${text.replaceAll("'", `'\\''`)}' k1 k2`),
    simple.map((text) => `source /dev/stdin <<'E'\n${text}\nE`),
    plain.map((text) => `source /dev/stdin <<E\nmark ${text.replace(/[`]/g, '')}\nE`),
    simple.map((text) => `. <(echo '${text.replaceAll("'", `'\\''`)}')`),
    plain.map((text) => `read -r x <<"E O"\n${text}\nE O`),
    plain.map((text) => `read -r x <<-E\n\t${text}\n\tE`),
    fc
      .tuple(simple, fc.constantFrom('EXIT', 'DEBUG', 'ERR', '0'))
      .map(([text, when]) => `trap '${text.replaceAll("'", `'\\''`)}' ${when}`),
    fc
      .tuple(
        fc.constantFrom(
          'command',
          'builtin',
          'exec -a k',
          'command -p',
          'builtin command',
          'time',
          '!',
          'coproc',
          'time -p',
          'builtin eval',
          'eval command',
        ),
        simple,
      )
      .map(([how, text]) => (how.startsWith('exec') ? `(${how} ${text})` : `${how} ${text}`)),
    fc.tuple(number).map(([text]) => `((${text}))`),
    fc.tuple(number).map(([text]) => `((x = ${text})); mark $x`),
    subscript.map((text) => `[[ -v a[${text}] ]]`),
    fc.tuple(aName, fixed).map(([name, text]) => `${name}='a[$(${text};echo 0)]'; ((${name}))`),
    fc.tuple(aName, fixed).map(([name, text]) => `${name}='$(${text})'; mark "\${${name}@P}"`),
    aProgram.map((name) => `command_not_found_handle() { mark "$@"; }; no-such-${name} k`),
    aProgram.map((name) => `shopt -s expand_aliases\nalias al='${name} ' k9='k8'\nal k9`),
    aProgram.map((name) => `hash -p ../bin/${name} hashed; hashed k`),
    plain.map((text) => `compgen -W '$(mark w)' -- k; mark ${text}`),
    fc.tuple(plain, simple).map(([text, rest]) => `PS4='$(mark ps4)'; set -x; ${rest}; set +x; mark ${text}`),
    fc.constantFrom(
      'exec 4>fd4; echo k >&4',
      'exec {v}>fdv; mark k >&$v',
      'exec 4<a.txt; read -r x <&4',
      'read -ru4 y 4<a.txt',
      'mapfile -C "mark cb" -c 1 b < a.txt',
      'export -f f; /bin/bash -c "f k"',
      'x=f; $x k',
      'BASH_ENV=a.txt /bin/bash -c :',
      'return',
      'getopts ab x -a',
      'declare -p x >/dev/null',
      'alias',
      'set -e',
      'set +e',
      'set -u',
      'eval "x=tool"',
      'a=("$@")',
      'a=("${a[@]:1}")',
      'set -- "${a[@]}"',
      '"${a[@]}"',
      '"$@"',
      '$*',
      '${a[*]}',
      '$x $y',
      'IFS=,; $x',
    ),
  )
  return {
    command,
    list: fc.array(tie('command'), { minLength: 1, maxLength: 4, depthIdentifier: 'list' }).map(inList),
  }
})

/** Starts with something in every name, so that an expansion seldom gives nothing. */
export const aScript: Arbitrary<string> = fc
  .tuple(
    fc.constantFrom("x=mark y='tool k' z=aXb n=1 a=(kit k2 k3); set -- mark k1;", 'f() { kit "$@"; }; x=tool;', ''),
    list,
    fc.oneof(
      { weight: 4, arbitrary: fc.constant('') },
      simple.map((text) => `( ${text}\n)`),
    ),
    list,
  )
  .map(([start, one, aside, other]) =>
    inList([start === '' ? ':' : start.slice(0, -1), ...(aside === '' ? [] : [`${aside} &`]), one, other]),
  )
