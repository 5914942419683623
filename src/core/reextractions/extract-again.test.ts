import { expect, it } from 'vitest'
import { prepare } from '../../extraction/extract.ts'
import { ProviderError } from '../../providers/driver.ts'
import type { ProviderRegistry } from '../../providers/registry.ts'
import { entitiesOf, type Snapshot } from '../snapshot.ts'
import { extractAgain, type StoredAnswer } from './extract-again.ts'

const snapshot: Snapshot = {
  brand: { name: 'Acme', aliases: [], domains: ['acme.example'] },
  competitors: [{ id: 'c-1', name: 'Globex', aliases: [], domains: [] }],
}
const reading = { snapshot, matcher: prepare(entitiesOf(snapshot)) }

const ANSWER: StoredAnswer = {
  id: 'r-1',
  ordinal: 0,
  provider: 'local',
  location: 'US',
  prompt: 'Which is best?',
  text: 'Acme beats Globex.',
  raw: {},
  observation: {
    brand: { mentioned: false, denied: false, mentionCount: 0, firstOffset: null, position: null, spans: [] },
    sentiment: { label: null, score: null, positive: 0, neutral: 0, negative: 0 },
    competitors: [],
    citations: [
      {
        position: 1,
        url: 'https://acme.example/kept',
        title: 'Kept',
        domain: 'acme.example',
        kind: 'retrieved',
        owner: 'third_party',
        competitorId: null,
      },
    ],
    recommendation: { recommended: false, strength: null, rank: null, listSize: null, evidence: null },
    judge: null,
  },
  judgement: null,
}

/** A registry whose only provider reads this text and one citation from any artifact; with null it cannot read it. */
function registryReading(text: string | null): ProviderRegistry {
  const read = () => {
    if (text === null) throw new ProviderError('drift', 'not mine')
    return {
      status: 'ok',
      surface: 'api',
      locationApplied: 'none',
      model: { requested: null, reported: null },
      text,
      citations: [{ url: 'https://acme.example/raw', title: null, kind: 'cited', spans: [] }],
      searchQueries: [],
      searched: null,
      usage: null,
      costUsd: null,
    }
  }
  return { find: () => ({ driver: { read } }) } as unknown as ProviderRegistry
}

const urls = (providers: ProviderRegistry, answer = ANSWER) =>
  extractAgain(providers, answer, reading).observation.citations.map(({ url, kind, owner }) => [
    url,
    kind,
    owner,
  ])

const RAW = ['https://acme.example/raw', 'cited', 'brand']
const KEPT = ['https://acme.example/kept', 'retrieved', 'brand']

it('citations are read from the stored artifact while its provider reads the same text out of it', () => {
  expect(urls(registryReading(ANSWER.text))).toEqual([RAW])
})

it('the stored citations are kept when the artifact gives another text, cannot be read or is missing, or its provider is gone', () => {
  expect(urls(registryReading('Another text.'))).toEqual([KEPT])
  expect(urls(registryReading(null))).toEqual([KEPT])
  expect(urls(registryReading(ANSWER.text), { ...ANSWER, raw: null })).toEqual([KEPT])
  expect(urls({ find: () => null } as unknown as ProviderRegistry)).toEqual([KEPT])
})

it('the differences from the previous observation are listed, and there are none where both say the same', () => {
  const providers = registryReading(ANSWER.text)
  const first = extractAgain(providers, ANSWER, reading)
  expect(first.changed.toSorted()).toEqual([
    'citations',
    'competitors',
    'mention_gained',
    'position',
    'sentiment',
  ])
  expect(extractAgain(providers, { ...ANSWER, observation: first.observation }, reading).changed).toEqual([])
  expect(extractAgain(providers, { ...ANSWER, observation: null }, reading).changed).toEqual([])
  const without = { ...snapshot, brand: { ...snapshot.brand, name: 'Initech' } }
  const lost = { snapshot: without, matcher: prepare(entitiesOf(without)) }
  expect(extractAgain(providers, { ...ANSWER, observation: first.observation }, lost).changed).toContain(
    'mention_lost',
  )
})
