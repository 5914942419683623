import { expect, test } from 'vitest'
import { parseUrl } from './parse-url.ts'

test('accepts an address with international letters, however often the function runs', () => {
  const hosts = new Set(Array.from({ length: 20_000 }, () => parseUrl('https://LØGISMOSE.dk/ä')?.hostname))
  expect([...hosts]).toEqual(['xn--lgismose-54a.dk'])
})

test('returns null for a text that is not a URL', () => {
  expect([parseUrl('løgismose'), parseUrl('http://'), parseUrl('')]).toEqual([null, null, null])
})

test('resolves an address against a base', () => {
  expect(parseUrl('/b', 'https://a.example/c')?.href).toBe('https://a.example/b')
})
