import { expect, test } from 'vitest'
import { domainOf } from '../../extraction/document/citations/canonical-url.ts'
import { sitesOf, sourceCategoryOf } from './category.ts'

test('each well-known domain is a registrable domain and belongs to its category', () => {
  for (const category of ['social', 'review', 'reference', 'editorial'] as const) {
    const { only } = sitesOf(category)
    expect(only?.length).toBeGreaterThan(40)
    expect(only?.map(domainOf)).toEqual(only)
    for (const domain of only ?? []) expect(sourceCategoryOf(domain, 'third_party')).toBe(category)
  }
})

test('the owner of a site takes precedence over its kind', () => {
  expect(sourceCategoryOf('reddit.com', 'brand')).toBe('own')
  expect(sourceCategoryOf('reddit.com', 'competitor')).toBe('competitor')
  expect(sourceCategoryOf('acme.example', 'third_party')).toBe('other')
})
