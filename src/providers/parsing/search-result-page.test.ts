import { expect, test } from 'vitest'
import { CitationList } from './citation-list.ts'
import { isSearchResultPage } from './search-result-page.ts'

test.each([
  ['https://www.google.com/search?q=best+crm', true],
  ['https://google.co.uk/search?hl=en&q=best+crm', true],
  ['https://www.bing.com/search?q=best+crm', true],
  ['https://duckduckgo.com/?q=best+crm', true],
  ['https://de.search.yahoo.com/search?p=crm', true],
  ['https://www.google.com/maps/place/Acme', false],
  ['https://www.google.com/search/about', false],
  ['https://support.google.com/search?q=crm', false],
  ['https://google.com.evil.example/search?q=crm', false],
  ['https://crm.example/search?q=best', false],
])('%s is a result page of a search engine: %s', (url, expected) => {
  expect(isSearchResultPage(new URL(url))).toBe(expected)
})

test('result pages of search engines are not sources, whether cited or listed', () => {
  const citations = new CitationList()
  const page = { url: 'https://www.google.com/search?q=crm', title: 'crm - Google Search' }
  citations.cited(page, [{ start: 0, end: 3 }])
  citations.retrieved(page)
  citations.retrieved({ url: 'https://crm.example/', title: null })
  expect(citations.list().map(({ url }) => url)).toEqual(['https://crm.example/'])
})
