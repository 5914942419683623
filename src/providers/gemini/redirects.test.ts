import { expect, test } from 'vitest'
import type { JsonValue } from '../../core/provider-port/driver.ts'
import { parseAnswer, redirectsOf } from './parse.ts'

const FIRST = 'https://vertexaisearch.cloud.google.com/grounding-api-redirect/first'
const SECOND = 'https://vertexaisearch.cloud.google.com/grounding-api-redirect/second'
const THIRD = 'https://vertexaisearch.cloud.google.com/grounding-api-redirect/third'
const PAGE = 'https://crm.example/best'
const DIRECT = 'https://direct.example/'

const chunks = [
  { web: { uri: FIRST, title: 'crm.example' } },
  { web: { uri: SECOND, title: 'Best CRM 2026', domain: 'other.example' } },
  { web: { uri: THIRD, title: 'crm.example' } },
  { web: { uri: DIRECT, title: 'Direct' } },
]

const raw = (redirects?: JsonValue) => ({
  request: { url: 'https://generativelanguage.googleapis.com/v1beta/models/m:generateContent', body: {} },
  locationApplied: 'latlng',
  body: JSON.stringify({
    candidates: [
      { content: { parts: [{ text: 'Pipewell.' }] }, groundingMetadata: { groundingChunks: chunks } },
    ],
  }),
  ...(redirects !== undefined && { redirects }),
})

test('lists the redirecting links, whether or not they were followed', () => {
  expect(redirectsOf(raw())).toEqual([FIRST, SECOND, THIRD])
  expect(redirectsOf(raw({ [FIRST]: PAGE }))).toEqual([FIRST, SECOND, THIRD])
})

test('replaces followed links with their targets, and adds the site’s domain to other links', () => {
  const { citations } = parseAnswer(raw({ [FIRST]: PAGE, [THIRD]: PAGE }))
  expect(citations).toEqual([
    { url: PAGE, title: 'crm.example', kind: 'retrieved', spans: [] },
    { url: SECOND, title: 'Best CRM 2026', domain: 'other.example', kind: 'retrieved', spans: [] },
    { url: DIRECT, title: 'Direct', kind: 'retrieved', spans: [] },
  ])
  expect(parseAnswer(raw()).citations[0]).toMatchObject({ url: FIRST, domain: 'crm.example' })
})

test('still parses the answer if the stored targets are malformed', () => {
  expect(parseAnswer(raw(['nothing'])).citations).toHaveLength(4)
})
