import fc from 'fast-check'
import { dockerfileProblem, isDockerfile } from './dockerfile.ts'

describe('a Dockerfile', () => {
  it.each([
    'FROM node:20\n',
    '# syntax=docker/dockerfile:1\nARG V=20\nFROM --platform=linux/amd64 node:$V AS build\nRUN npm ci \\\n  # why\n\n  && npm test\n',
    'from alpine\nrun <<EOF\nMAINTAINERS=x\nnot an instruction\nEOF\ncmd ["a"]\n',
    'FROM a\nRUN <<-"ONE" cat && <<TWO cat\n\t\tx\n\tONE\ny\nTWO\n',
    'FROM a\nCOPY <<EOF /etc/x\nfree text\nEOF\n',
    '# escape=`\nFROM a\nRUN dir `\n  c:\\\nCMD x\n',
    'FROM a\nRUN echo "<<EOF"\nRUN echo $((1 << 2))\nONBUILD RUN x\nHEALTHCHECK NONE\n',
    '\uFEFFFROM a\r\nRUN b\r\n',
  ])('%j is fine', (text) => {
    expect(dockerfileProblem(text)).toBeUndefined()
  })

  it.each([
    ['', 1, 'there is no FROM'],
    ['RUN a\nFROM b', 1, 'RUN comes before FROM'],
    ['FROM a\nRNU b', 2, '`RNU` is not an instruction'],
    ['FROM a\nRUN', 2, 'RUN needs an argument'],
    ['FROM a b c', 1, 'FROM is `FROM <image> [AS <name>]`'],
    ['FROM a\nRUN <<EOF\nx', 2, 'the here-document `EOF` does not end'],
    ['FROM a\nONBUILD FROM b', 2, 'ONBUILD does not allow `FROM`'],
    ['FROM a\n&& apt-get update', 2, '`&&` is not an instruction'],
  ])('%j is not', (text, line, message) => {
    expect(dockerfileProblem(text)).toEqual({ line, message })
  })

  it('is known by its name', () => {
    const names = [
      'Dockerfile',
      'Dockerfile.dev',
      'api.dockerfile',
      'Containerfile',
      'Dockerfile.j2',
      '.dockerignore',
      'a.md',
    ]
    expect(names.filter(isDockerfile)).toEqual(['Dockerfile', 'Dockerfile.dev', 'api.dockerfile', 'Containerfile'])
  })

  it('never fails, also on a megabyte', () => {
    const line = fc.constantFrom('FROM a', 'RUN <<E', 'E', '\\', 'RUN a \\', '# x=y', '', '"', '<<', "RUN '<<E'")
    fc.assert(fc.property(fc.array(line), (lines) => void dockerfileProblem(lines.join('\n'))))
    for (const piece of ['FROM a\n', 'RUN \\\n', '"', '<<E ', '#\n', "'"]) {
      expect(() => dockerfileProblem(`FROM a\nRUN ${piece.repeat((1 << 20) / piece.length)}`)).not.toThrow()
    }
  })
})
