import { expect, it } from 'vitest'
import { webAddress } from './web-address.ts'

it.each([
  'javascript:alert(1)',
  ' java\nscript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'file:///etc',
  '/x',
  '//x',
  'blob:x',
])('%j is not a web address', (url) => expect(webAddress(url)).toBeNull())

it('normalizes a web address like a browser does', () => {
  expect(webAddress('https://example.com/a b')).toBe('https://example.com/a%20b')
  expect(webAddress('HTTP://example.com')).toBe('http://example.com/')
})
