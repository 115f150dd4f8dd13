import { describe, expect, it } from 'vitest'
import { lossIn } from './statements.ts'

const run = (program: string, args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) => ({
  program,
  args,
  env,
})

describe('SQL', () => {
  it.each([
    ['drop table t', 'drop'],
    ['DROP\n TABLE IF EXISTS "t"', 'drop'],
    ['select 1; drop /* x */ schema s', 'drop'],
    ['/*!50000 drop table t */', 'drop'],
    ['truncate t', 'drop'],
    ['DO $$ begin drop table t; end $$', 'drop'],
    ['create function f() returns void as $$ drop table t $$ language sql', undefined],
    ['drop temporary table t', undefined],
    ['drop index i', 'form'],
    ['drop view v cascade', 'rows'],
    ['drop role r', 'rows'],
    ['alter table t drop column c', 'rows'],
    ['alter table t drop c', 'rows'],
    ['alter table t drop constraint k', 'form'],
    ['delete from t', 'rows'],
    ['delete from t where true', 'rows'],
    ['delete from t where id = 1', undefined],
    ['with x as (delete from t returning *) select * from x', 'rows'],
    ['update t set a = 1', 'rows'],
    ['update t set a = 1 where id in (select 1)', undefined],
    ['insert into t values (1) on conflict (id) do update set a = 1', undefined],
    ['select * from t for update', undefined],
    ["select 'drop table t'", undefined],
    ['-- drop table t\nselect 1', undefined],
    ["insert into log values ('delete from t; drop table t')", undefined],
    ['grant delete on t to a', undefined],
    ['create trigger x after delete on t', undefined],
    ['explain delete from t', undefined],
    ['explain (analyze, buffers) delete from t', 'rows'],
    ['begin; drop table t; rollback', undefined],
    ['begin; drop table t; commit', 'drop'],
    ['begin; delete from t; rollback to s; commit', 'rows'],
    ['FLUSHALL', 'drop'],
    ['db.users.drop()', 'drop'],
  ])('%s', (text, expected) => {
    expect(lossIn(text, run('psql'))?.loss).toBe(expected)
  })

  it('does not take definitions back where a transaction does not hold them', () => {
    expect(lossIn('begin; drop table t; rollback', run('mysql'))?.loss).toBe('drop')
  })

  it.each([
    [run('sqlite3', ['-readonly', 'a.db']), undefined],
    [run('sqlite3', [':memory:']), undefined],
    [run('sqlite3', ['file:a.db?mode=ro']), undefined],
    [run('sqlite3', ['a.db']), 'drop'],
    [run('duckdb', ['-readonly', 'a.db']), undefined],
    [run('psql', [], { PGOPTIONS: '-c default_transaction_read_only=on' }), undefined],
    [run('psql', [], { PGOPTIONS: '-c default_transaction_read_only=off' }), 'drop'],
  ])('%j', (client, expected) => {
    expect(lossIn('drop table t', client)?.loss).toBe(expected)
  })

  it('does not believe a read-only session that is opened again', () => {
    const client = run('psql', [], { PGOPTIONS: '-c default_transaction_read_only=on' })
    expect(lossIn('begin read write; drop table t; commit', client)?.loss).toBe('drop')
  })
})

describe('others', () => {
  it.each([
    ['mongosh', 'db.a.deleteMany({})', 'rows'],
    ['mongosh', 'db.a.deleteMany({x: 1})', undefined],
    ['mongosh', 'db.a.remove()', 'rows'],
    ['mongosh', 'db.dropDatabase()', 'drop'],
    ['mongosh', 'db.a.dropIndexes()', 'form'],
    ['redis-cli', 'flushdb async', 'drop'],
    ['redis-cli', 'get flushall', undefined],
    ['redis-cli', 'CONFIG SET dir /var/spool', 'rows'],
    ['redis-cli', 'config set maxmemory 1', undefined],
    ['redis-cli', 'del a', undefined],
  ])('%s %s', (program, text, expected) => {
    expect(lossIn(text, run(program))?.loss).toBe(expected)
  })
})
