import { expect, it } from 'vitest'
import { ownAddress } from './own-address.ts'

const ORIGIN = 'https://answers.example'

it.each(['/', '/organizations/1/projects/2/answers?q=a+b&provider=gemini#top'])('opens %s', (path) => {
  expect(ownAddress(path, ORIGIN)).toBe(ORIGIN + path)
})

it.each([
  undefined,
  '',
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example/',
  '/\t/evil.example/',
  '/\n\\evil.example/',
  '\t//evil.example/',
  ' //evil.example/',
  '//[',
  'javascript:alert(1)',
  '\u0001javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
])('does not open %j', (address) => {
  expect(ownAddress(address, ORIGIN)).toBeNull()
})

it('includes the host, because a path alone could be interpreted as another host', () => {
  expect(ownAddress('/..//evil.example/', ORIGIN)).toBe(`${ORIGIN}//evil.example/`)
})
