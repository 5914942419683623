import { expect, test } from 'vitest'
import type { JsonValue } from '../driver.ts'
import { readAnswer, redirectsOf } from './read.ts'

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

test('the links that only redirect are listed, whether or not they were followed', () => {
  expect(redirectsOf(raw())).toEqual([FIRST, SECOND, THIRD])
  expect(redirectsOf(raw({ [FIRST]: PAGE }))).toEqual([FIRST, SECOND, THIRD])
})

test('a link that was followed is its target, once; any other has the name of its site', () => {
  const { citations } = readAnswer(raw({ [FIRST]: PAGE, [THIRD]: PAGE }))
  expect(citations).toEqual([
    { url: PAGE, title: 'crm.example', kind: 'retrieved', spans: [] },
    { url: SECOND, title: 'Best CRM 2026', domain: 'other.example', kind: 'retrieved', spans: [] },
    { url: DIRECT, title: 'Direct', kind: 'retrieved', spans: [] },
  ])
  expect(readAnswer(raw()).citations[0]).toMatchObject({ url: FIRST, domain: 'crm.example' })
})

test('targets that are not as they are stored lose no answer', () => {
  expect(readAnswer(raw(['nothing'])).citations).toHaveLength(4)
})
