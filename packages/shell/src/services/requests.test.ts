import { expect, it } from 'vitest'
import { destroyingMutation, requestDestroys } from './requests.ts'

it.each([
  [{ target: 'https://a.example/x', method: 'DELETE' }, true],
  [{ target: 'a.example/x', method: 'delete' }, true],
  [{ target: 'http://localhost:3000/x', method: 'DELETE' }, false],
  [{ target: 'https://localhost.evil.example/x', method: 'DELETE' }, true],
  [{ target: 'https://u:p@127.0.0.1/x', method: 'DELETE' }, false],
  [{ target: 'https://127.0.0.1@evil.example/x', method: 'DELETE' }, true],
  [{ target: ':8080/x', method: 'DELETE' }, false],
  [{ target: 'http://[::1]:8080/x', method: 'DELETE' }, false],
  [{ target: 'https://a.example/x' }, false],
  [{ target: 'https://a.example/logs/_delete_by_query', method: 'POST' }, true],
  [{ target: 'https://a.example/api/chat.delete', body: 'ts=1' }, true],
  [{ target: 'https://a.example/job/x/doDelete', method: 'POST' }, true],
  [{ target: 'https://a.example/instances/1/terminate?force=1', method: 'POST' }, true],
  [{ target: 'https://a.example/deleted', method: 'POST' }, false],
  [{ target: 'https://a.example/delete', method: 'GET' }, false],
  [{ target: 'https://delete', method: 'POST' }, false],
  [{ target: 'https://a.example/v2/droplets/1/actions', method: 'POST', body: '{"type":"destroy"}' }, true],
  [{ target: 'https://a.example/v2/droplets/1/actions', method: 'POST', body: '{"type":"snapshot"}' }, false],
  [{ target: 'https://a.example/notes', method: 'POST', body: '{"text":"action: delete the file"}' }, false],
  [{ target: 'https://a.example/api?action=delete&id=5', method: 'POST' }, true],
  [{ target: 'https://a.example/api?q=delete' }, false],
  [{ target: 'https://a.example/repos/o/r', method: 'PATCH', body: '{"private": false}' }, true],
  [{ target: 'https://a.example/repos/o/r', method: 'PATCH', body: '{"private": true}' }, false],
  [{ target: 'https://a.example/graphql', body: '{"query":"mutation{deleteA(id:1){id}}"}' }, true],
])('%j', (request, expected) => {
  expect(requestDestroys(request)).toBe(expected)
})

it.each([
  ['mutation { deleteRepository(id: 1) { ok } }', 'deleteRepository'],
  ['mutation M($id: ID!) { x: projectDelete(id: $id) }', 'projectDelete'],
  ['{"query":"mutation {\\n  createA(name: \\"delete_x\\") { id }\\n}"}', undefined],
  ['[{"query":"query { a }"},{"query":"mutation { delete_users(where: {}) { n } }"}]', 'delete_users'],
  ['mutation { createA(input: { deleteOld: true }) { id } }', undefined],
  ['mutation { createA { deletedAt removeMe } }', undefined],
  ['query { deletedUsers { id } }', undefined],
  ['mutation { a: createA(n: 1) { id } archiveProject(id: 2) { id } }', 'archiveProject'],
  ['mutation { removeReaction(id: 1) { id } }', undefined],
  ['mutation', undefined],
])('%s', (body, expected) => {
  expect(destroyingMutation(body)).toBe(expected)
})
