import type { EventBody } from '@holdpoint/engine'
import { write } from '../../../../testing/src/events.ts'
import { testHook } from '../../../../testing/src/test-hook.ts'
import hook from './mock-gate.ts'

const INTERNAL = "import { vi } from 'vitest'\nvi.mock('../src/db')\n"
const test = (text: string, path = 'src/a.test.ts'): EventBody => write(path, text)
const replace = (from: string, to: string, path = 'src/a.test.ts'): EventBody => ({
  kind: 'tool.before',
  tool: {
    name: 'Edit',
    kind: 'edit',
    input: { file_path: path, old_string: from, new_string: to },
    files: [{ path, op: 'edit', content: to }],
  },
  subjects: ['Edit'],
})
const python = { 'app/__init__.py': '', 'app/client.py': '' }
const py = (text: string): EventBody => test(text, 'tests/test_client.py')
const struck = { '.claude/.mock-gate-strikes': '1|1' }

const external: readonly (readonly [text: string, path?: string])[] = [
  ["jest.mock('axios')"],
  ["nock('https://api.example.com').get('/').reply(200)"],
  ["vi.mock('node:fs')"],
  ["vi.mock('fs/promises')"],
  ["jest.mock('@aws-sdk/client-s3', () => ({}))"],
  ["import { setupServer } from 'msw/node'\nsetupServer()"],
  ['vi.useFakeTimers()'],
  ['const send = vi.fn().mockReturnValue(1)'],
  ["import axios from 'axios'\nsinon.stub(axios, 'get')"],
  ["import fs from 'node:fs'\nvi.spyOn(fs, 'readFileSync').mockReturnValue('')"],
  ["proxyquire('../src/app', { axios: fake })"],
  ["// vi.mock('../src/db')"],
  ["/*\n * vi.mock('../src/db')\n */"],
  ["import db from '../src/db'\nvi.spyOn(db, 'query')"],
  ["import db from '../src/db'\nexpect(db.mock('../x'))"],
  ['from unittest.mock import patch\n@patch("requests.get")\ndef test(): ...', 'tests/test_a.py'],
  ['from unittest.mock import patch\npatch("app.client.requests.get")', 'tests/test_a.py'],
  ['from unittest.mock import patch\npatch.dict("os.environ", {})', 'tests/test_a.py'],
  ['from unittest.mock import MagicMock\nMagicMock()', 'tests/test_a.py'],
  ['def test(client, mocker):\n  client.patch("/users/1")', 'tests/test_a.py'],
  ['import responses\n@responses.activate\ndef test(): ...', 'tests/test_a.py'],
  ['from unittest import mock\nimport redis\nmock.patch.object(redis, "Redis")', 'tests/test_a.py'],
  ['func TestA(t *testing.T) { NewMockStore(t) }', 'pkg/a_test.go'],
  ['let m = MockStore::new();', 'tests/a.rs'],
]

const internal: readonly (readonly [text: string, path?: string | undefined, shown?: RegExp])[] = [
  ["vi.mock('../src/db')", undefined, /vi\.mock\('\.\.\/src\/db/],
  ['jest.mock("./db", () => ({}))'],
  ["vi.mock(\n  '@/lib/db',\n)"],
  ["vi.mock(import('./db.ts'))"],
  ['jest.doMock(`~/db`)'],
  ["mock.module('#db', {})"],
  ["/* why not */ vi.mock('./db')"],
  ["import db from '../src/db'\nsinon.stub(db, 'query')"],
  ["import * as db from './db'\nvi.spyOn(db, 'query').mockResolvedValue([])"],
  ["const { query } = require('../db')\nsinon.replace(query, 'x')"],
  ["proxyquire('../src/app', { './db': fake })"],
  [
    'from unittest.mock import patch\n@patch("app.client.fetch")\ndef test(): ...',
    'tests/test_client.py',
    /patch\( ?"app/,
  ],
  ['from unittest import mock\nfrom app import client\nmock.patch.object(client, "fetch")', 'tests/test_client.py'],
  ['from unittest import mock\nimport app.client as c\nmock.patch.object(c, "fetch")', 'tests/test_client.py'],
  ['def test(mocker):\n  mocker.patch("app.client.fetch")', 'tests/test_client.py'],
  ['import "go.uber.org/mock/gomock"\nm := mocks.NewMockStore(ctrl)', 'pkg/a_test.go', /NewMockStore/],
  ['use mockall::predicate;\nlet m = MockStore::new();', 'tests/a.rs'],
]

testHook(hook, {
  pass: [
    { name: 'the bare input of the document', covers: 'T-HAR-111', event: write('/test.ts') },
    { name: 'no test', event: write('src/a.ts', INTERNAL), files: struck },
    { name: 'a test in no language we know', event: test('vi.mock("../a")', 'tests/a.lua'), files: struck },
    ...external.map(([text, path]) => ({
      name: text.replaceAll('\n', ' '),
      covers: ['T-HAR-60', 'HAR-MG-02'],
      event: test(text, path),
      files: { ...python, ...struck },
    })),
    {
      name: 'with a reason',
      covers: 'HAR-MG-03',
      event: test("// @mock-exempt: the queue cannot be started here\nvi.mock('../src/queue')\n"),
      files: struck,
    },
    {
      name: 'an edit beside a mock that was there before',
      event: replace('old()', 'new()'),
      files: { ...struck, 'src/a.test.ts': `${INTERNAL}old()\n` },
    },
    {
      name: 'an edit that takes a mock away',
      event: replace("vi.mock('../src/db')\n", ''),
      files: { ...struck, 'src/a.test.ts': INTERNAL },
    },
    { name: 'no content', event: test('') },
    { name: 'binary content', event: test('\0\uFFFD'.repeat(1000)) },
  ],
  context: [
    {
      name: 'the first one',
      covers: ['T-HAR-59', 'HAR-MG-01'],
      event: test(INTERNAL),
      tells: ['src/a.test.ts mocks', "vi.mock('../src/db", '@mock-exempt'],
    },
    ...internal.map(([text, path, shown]) => ({
      name: text.replaceAll('\n', ' '),
      covers: 'HAR-MG-03',
      event: test(text, path),
      files: python,
      tells: [shown ?? /mocks the project’s own code/],
    })),
    {
      name: 'by the name of the package',
      event: test("vi.mock('acme/db')"),
      files: { 'package.json': '{"name":"acme"}' },
      tells: ['acme/db'],
    },
    {
      name: 'by an alias of the compiler',
      event: test("vi.mock('@app/db')"),
      files: { 'tsconfig.json': '{ // paths\n"compilerOptions":{"paths":{"@app/*": ["src/*"]}}}' },
      tells: ['@app/db'],
    },
    { name: 'by a base directory', event: test("vi.mock('src/db')"), files: { 'src/db.ts': '' }, tells: ['src/db'] },
    {
      name: 'a module in a package of sources',
      event: py('from unittest.mock import patch\npatch("acme.db.query")'),
      files: { 'src/acme/__init__.py': '' },
      tells: ['acme'],
    },
    {
      name: 'an edit that adds one',
      event: replace('old()', "vi.mock('../src/db')"),
      files: { 'src/a.test.ts': 'old()\n' },
      tells: ['mocks'],
    },
    {
      name: 'an edit that makes one out of two halves',
      event: replace("'axios'", "'../src/db'"),
      files: { 'src/a.test.ts': "vi.mock('axios')\n" },
      tells: ['../src/db'],
    },
    {
      name: 'an edit of a file that is not there',
      event: replace('x', "vi.mock('../src/db')"),
      tells: ['mocks'],
    },
    { name: 'a reason that gives none', event: test(`// @mock-exempt:\n${INTERNAL}`), tells: ['mocks'] },
    {
      name: 'one reason for two mocks',
      event: test("// @mock-exempt: no queue here\nvi.mock('../a')\nvi.mock('../b')\n"),
      tells: ['../b'],
    },
    { name: 'a reason far away', event: test(`// @mock-exempt: x\n\n\n\n\n${INTERNAL}`), tells: ['mocks'] },
    {
      name: 'after a mock was taken away',
      covers: 'HAR-MG-01',
      event: test(INTERNAL, 'b.test.ts'),
      before: [replace("vi.mock('../src/db')\n", '')],
      files: { ...struck, 'src/a.test.ts': INTERNAL },
      tells: ['mocks'],
    },
  ],
  deny: [
    {
      name: 'the second one',
      covers: ['T-HAR-59', 'HAR-MG-01'],
      event: test(INTERNAL),
      before: [test(INTERNAL)],
      id: 'internal',
      says: /^Blocked: src\/a\.test\.ts mocks .*`vi\.mock\('\.\.\/src\/db`.*@mock-exempt/,
    },
    { name: 'a strike of an earlier time', event: test(INTERNAL), files: struck, id: 'internal' },
    {
      name: 'the same mock again, now that it is on disk',
      event: test(INTERNAL),
      files: { ...struck, 'src/a.test.ts': INTERNAL },
      id: 'internal',
    },
  ],
})
