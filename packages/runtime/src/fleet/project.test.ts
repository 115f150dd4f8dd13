import { normaliseRemote } from './project.ts'

describe('normaliseRemote', () => {
  it.each([
    ['git@github.com:Org/repo.git'],
    ['https://github.com/Org/repo'],
    ['https://user:secret-token@GitHub.com/Org/repo.git/'],
    ['ssh://git@github.com:22/Org/repo.git'],
    ['ssh://git@github.com//Org//repo'],
    ['github.com:Org/repo'],
    ['git://github.com/Org/repo.git'],
    ['git+ssh://git@github.com/Org/repo'],
  ])('gives %s one name, without user, password and port', (url) => {
    expect(normaliseRemote(url)).toBe('github.com/Org/repo')
  })

  it.each([
    '',
    '/srv/git/repo.git',
    '../other',
    './x:y',
    'file:///srv/git/repo.git',
    'C:\\work\\repo',
    'C:/work/repo',
    'https://github.com',
    'https://github.com/',
    'http://[broken',
    'git@github.com:a b',
    'https://github.com/a%0Ab',
  ])('gives %j none', (url) => {
    expect(normaliseRemote(url)).toBeUndefined()
  })
})
