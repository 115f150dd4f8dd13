/**
 * How each test runner is called for all tests of a project. A call with anything that is not listed here may run only a
 * part of them, none, or hide the result: it is still a test run, but it is no evidence for the whole project.
 */

export interface Runner {
  /** As in shared/test-rules.ts. */
  readonly name: string
  readonly programs: RegExp
  /** Words that make it a test run: `cargo` is one only with `test`. */
  readonly calls?: readonly string[]
  /** Words that may accompany them, apart from a top-level directory of tests. */
  readonly words?: readonly string[]
  /** Options that change neither which tests run nor what the exit code says; `=` marks one with a value. */
  readonly options: readonly string[]
  /** It is never evidence for the whole project, with any arguments. */
  readonly isPart?: true
}

const words = (text: string): readonly string[] => text.split(' ')

const SCRIPT_OPTIONS = words(
  '--silent -s --run --ci --coverage --verbose --runInBand -i --bail --no-color --color --colors --watch=false ' +
    '--watchAll=false --reporter= --reporters= --maxWorkers= --forceExit --exit --parallel --workspaces -ws -r --recursive',
)
const PYTEST = words(
  '-q -qq -v -vv -vvv -x -s -l -ra -rA -rf -rs -n= --tb= --maxfail= --cov --cov= --cov-report= --color= --no-header ' +
    '--no-summary --durations= --strict-markers --disable-warnings --exitfirst --ff --failed-first --verbose --quiet ' +
    '--showlocals --junitxml= --junit-xml= --timeout= --asyncio-mode=',
)
const CARGO = words(
  '--all --workspace --all-features --all-targets --locked --offline --frozen --release -q --quiet -v --verbose ' +
    '--no-fail-fast --color= -j= --jobs= --features= --profile= --nocapture --test-threads=',
)
const GRADLE = words(
  '--info --stacktrace --no-daemon --continue --console= --parallel --build-cache --no-build-cache --rerun-tasks ' +
    '--offline -q --quiet -i -s --warning-mode= --no-configuration-cache --configuration-cache',
)

export const RUNNERS: readonly Runner[] = [
  {
    name: 'vitest',
    programs: /^vitest$/,
    words: ['run'],
    options: [
      ...SCRIPT_OPTIONS,
      ...words('--pool= --minWorkers= --no-file-parallelism --passWithNoTests --typecheck --logHeapUsage --retry='),
    ],
  },
  {
    name: 'jest',
    programs: /^jest$/,
    options: [...SCRIPT_OPTIONS, ...words('-b -w= --no-cache --detectOpenHandles --passWithNoTests --all')],
  },
  {
    name: 'mocha',
    programs: /^_?mocha$/,
    options: words('--reporter= -R= --exit --parallel --jobs= --bail -b --recursive --check-leaks --timeout= --color'),
  },
  { name: 'npm test', programs: /^(?:npm|pnpm|yarn)$/, calls: ['test'], options: SCRIPT_OPTIONS },
  { name: 'npm test', programs: /^(?:npm|pnpm)$/, calls: ['t'], options: SCRIPT_OPTIONS },
  { name: 'npm test', programs: /^(?:npm|pnpm|yarn|bun)$/, calls: ['run', 'test'], options: SCRIPT_OPTIONS },
  { name: 'npm test', programs: /^npm$/, calls: ['run-script', 'test'], options: SCRIPT_OPTIONS },
  { name: 'vitest', programs: /^yarn$/, calls: ['vitest'], words: ['run'], options: SCRIPT_OPTIONS },
  { name: 'jest', programs: /^yarn$/, calls: ['jest'], options: SCRIPT_OPTIONS },
  {
    name: 'deno test',
    programs: /^deno$/,
    calls: ['test'],
    options: words(
      '-A --allow-all --allow-read --allow-write --allow-net --allow-env --allow-run -R -W -N -E -q --quiet --parallel --coverage --coverage= --no-check --fail-fast',
    ),
  },
  { name: 'deno test', programs: /^deno$/, calls: ['task', 'test'], options: words('-q --quiet') },
  { name: 'bun test', programs: /^bun$/, calls: ['test'], options: words('--coverage --bail --timeout=') },
  {
    name: 'node --test',
    programs: /^node$/,
    calls: ['--test'],
    options: words(
      '--test --test-reporter= --test-concurrency= --test-timeout= --experimental-test-coverage --no-warnings ' +
        '--experimental-strip-types --enable-source-maps',
    ),
  },
  { name: 'pytest', programs: /^(?:pytest|py\.test)$/, options: PYTEST },
  { name: 'pytest', programs: /^python[\d.]*$/, calls: ['-m', 'pytest'], options: PYTEST },
  {
    name: 'unittest',
    programs: /^python[\d.]*$/,
    calls: ['-m', 'unittest'],
    words: ['discover'],
    options: words('-s= -t= -v -q -f -b --verbose --quiet --failfast --buffer --locals --start-directory='),
  },
  { name: 'tox', programs: /^tox$/, words: ['run', 'r', 'p', 'run-parallel'], options: words('-q -v -p= --parallel=') },
  { name: 'cargo test', programs: /^cargo$/, calls: ['test'], options: CARGO },
  { name: 'cargo test', programs: /^cargo$/, calls: ['t'], options: CARGO },
  { name: 'nextest', programs: /^cargo$/, calls: ['nextest', 'run'], options: CARGO },
  {
    name: 'go test',
    programs: /^go$/,
    calls: ['test', './...'],
    options: words(
      '-v -race -cover -coverprofile= -covermode= -coverpkg= -count=1 -timeout= -p= -parallel= -json -failfast -vet= ' +
        '-tags= -mod= -shuffle=',
    ),
  },
  { name: 'go test', programs: /^go$/, calls: ['test'], options: [], isPart: true },
  {
    name: 'gradle test',
    programs: /^gradlew?$/,
    calls: ['test'],
    words: words('clean cleanTest check build'),
    options: GRADLE,
  },
  { name: 'gradle test', programs: /^gradlew?$/, calls: ['check'], words: words('clean build'), options: GRADLE },
  { name: 'gradle test', programs: /^gradlew?$/, calls: ['build'], words: words('clean'), options: GRADLE },
  ...['test', 'verify', 'package', 'install'].map((goal) => ({
    name: 'mvn test',
    programs: /^mvnw?$/,
    calls: [goal],
    words: ['clean'],
    options: words('-q -B -e -X -U -o -ntp --no-transfer-progress --batch-mode -T= -fae --fail-at-end'),
  })),
  {
    name: 'dotnet test',
    programs: /^dotnet$/,
    calls: ['test'],
    options: words('--no-restore --nologo -v= --verbosity= -c= --configuration= -l= --logger= --collect='),
  },
  {
    name: 'rspec',
    programs: /^rspec$/,
    options: words('-f= --format= --color --no-color --force-color --order= --seed= -b --backtrace --fail-fast'),
  },
  { name: 'rspec', programs: /^rake$/, calls: ['spec'], options: words('-q --trace') },
  { name: 'minitest', programs: /^(?:rake|rails)$/, calls: ['test'], options: words('-q --trace -v -b -f') },
  {
    name: 'phpunit',
    programs: /^(?:phpunit|paratest)$/,
    options: words('--testdox --colors= --no-coverage --stop-on-failure -v --verbose --no-progress --debug'),
  },
  { name: 'pest', programs: /^pest$/, options: words('--parallel --colors= --no-coverage --bail --ci --compact') },
  { name: 'phpunit', programs: /^php$/, calls: ['vendor/bin/phpunit'], options: words('--testdox --colors= -v') },
  { name: 'phpunit', programs: /^composer$/, calls: ['test'], options: [] },
  { name: 'pest', programs: /^php$/, calls: ['vendor/bin/pest'], options: words('--parallel --colors=') },
  {
    name: 'mix test',
    programs: /^mix$/,
    calls: ['test'],
    options: words('--trace --cover --color --no-color --seed= --warnings-as-errors --slowest= --max-failures='),
  },
  {
    name: 'swift test',
    programs: /^swift$/,
    calls: ['test'],
    options: words('--parallel --enable-code-coverage -v --verbose -c= --configuration= -q --quiet'),
  },
  {
    name: 'ctest',
    programs: /^ctest$/,
    options: words('--output-on-failure -V -VV -j= --parallel= --test-dir= --progress --timeout= -C= --no-tests=error'),
  },
  {
    name: 'make test',
    programs: /^g?make$/,
    calls: ['test'],
    words: words('check'),
    options: words('-j= -j -s --silent -k -B -w --no-print-directory'),
  },
  {
    name: 'make test',
    programs: /^g?make$/,
    calls: ['check'],
    options: words('-j= -j -s --silent -k -B -w --no-print-directory'),
  },
]

/** Parts of calls that run no test at all. */
export const RUNS_NOTHING =
  /^(?:--?version|-V|--?help|-h|--list(?:-tests|Tests)?|-list|--collect-only|--co|--no-run|--dry-run|-N|--show-only|--showConfig|--init|list)$/
