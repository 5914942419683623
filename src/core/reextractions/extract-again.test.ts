import { expect, it } from 'vitest'
import { ProviderError } from '../../providers/driver.ts'
import type { Ctx } from '../context.ts'
import { extractorOf } from '../observations/extractor.ts'
import type { Snapshot } from '../snapshot.ts'
import { extractAgain, type StoredAnswer } from './extract-again.ts'

const snapshot: Snapshot = {
  brand: { name: 'Acme', aliases: [], domains: ['acme.example'] },
  competitors: [{ id: 'c-1', name: 'Globex', aliases: [], domains: [] }],
}
const reading = extractorOf(snapshot)

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

/** A context whose only provider reads this text and one citation from any artifact; with null it cannot read it. */
function readingAs(text: string | null): Ctx {
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
      partial: false,
      unrecognized: [],
    }
  }
  return { deps: { providers: { find: () => ({ driver: { read } }) } } } as unknown as Ctx
}

async function urls(ctx: Ctx, answer = ANSWER) {
  const { observation } = await extractAgain(ctx, answer, reading)
  return observation.citations.map(({ url, kind, owner }) => [url, kind, owner])
}

const RAW = ['https://acme.example/raw', 'cited', 'brand']
const KEPT = ['https://acme.example/kept', 'retrieved', 'brand']

it('citations are read from the stored artifact while its provider reads the same text out of it', async () => {
  expect(await urls(readingAs(ANSWER.text))).toEqual([RAW])
})

it('the stored citations are kept when the artifact gives another text, cannot be read or is missing, or its provider is gone', async () => {
  expect(await urls(readingAs('Another text.'))).toEqual([KEPT])
  expect(await urls(readingAs(null))).toEqual([KEPT])
  expect(await urls(readingAs(ANSWER.text), { ...ANSWER, raw: null })).toEqual([KEPT])
  expect(await urls({ deps: { providers: { find: () => null } } } as unknown as Ctx)).toEqual([KEPT])
})

it('the differences from the previous observation are listed, and there are none where both say the same', async () => {
  const ctx = readingAs(ANSWER.text)
  const first = await extractAgain(ctx, ANSWER, reading)
  expect(first.changed.toSorted()).toEqual([
    'citations',
    'competitors',
    'mention_gained',
    'position',
    'sentiment',
  ])
  const changed = async (observation: StoredAnswer['observation'], extractor = reading) =>
    (await extractAgain(ctx, { ...ANSWER, observation }, extractor)).changed
  expect(await changed(first.observation)).toEqual([])
  expect(await changed(null)).toEqual([])
  const lost = extractorOf({ ...snapshot, brand: { ...snapshot.brand, name: 'Initech' } })
  expect(await changed(first.observation, lost)).toContain('mention_lost')
})
