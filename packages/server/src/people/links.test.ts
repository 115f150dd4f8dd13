import { newSecret } from './links.ts'

it('a secret is one argument of a command, and no option', () => {
  const secrets = Array.from({ length: 2_000 }, newSecret)
  expect(secrets.filter((secret) => !/^\w[\w-]{31}$/.test(secret))).toEqual([])
  expect(new Set(secrets).size).toBe(2_000)
})
