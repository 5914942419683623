import { expect, it } from 'vitest'
import { PARSER_VERSION, type ProviderAnswer, ProviderError } from '../../providers/driver.ts'
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
  status: 'ok',
  simulated: false,
  surface: 'api',
  locationApplied: 'none',
  modelRequested: null,
  modelReported: 'stored-1',
  error: null,
  text: 'Acme beats Globex.',
  isFirstText: true,
  facts: { searched: true },
  parserVersion: PARSER_VERSION - 1,
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
/** A unit whose response was not understood. */
const FAILED: StoredAnswer = {
  ...ANSWER,
  status: 'failed',
  surface: null,
  locationApplied: null,
  modelReported: null,
  error: { code: 'UNREADABLE_ANSWER', message: 'not mine' },
  text: null,
  facts: null,
  parserVersion: null,
  observation: null,
}

/** A context whose only provider reads this out of any response, beside one citation; with null it cannot read it. */
function readingAs(read: Partial<ProviderAnswer> | null): Ctx {
  const answer: ProviderAnswer = {
    status: 'ok',
    surface: 'api',
    locationApplied: 'none',
    model: { requested: null, reported: 'read-1' },
    text: ANSWER.text ?? '',
    citations: [{ url: 'https://acme.example/raw', title: null, kind: 'cited', spans: [] }],
    searchQueries: [],
    searched: null,
    usage: null,
    costUsd: null,
    partial: false,
    unrecognized: [],
    ...read,
  }
  const driver = {
    read: () => {
      if (!read) throw new ProviderError('drift', 'not mine')
      return answer
    },
  }
  return { deps: { providers: { find: () => ({ driver }) } } } as unknown as Ctx
}

async function urls(ctx: Ctx, answer = ANSWER) {
  const { observation } = await extractAgain(ctx, answer, reading)
  return observation?.citations.map(({ url, kind, owner }) => [url, kind, owner])
}

const RAW = ['https://acme.example/raw', 'cited', 'brand']
const KEPT = ['https://acme.example/kept', 'retrieved', 'brand']

it('citations are read from the stored response', async () => {
  expect(await urls(readingAs({}))).toEqual([RAW])
  expect(await urls(readingAs({ text: 'Another text.' }))).toEqual([RAW])
})

it('all that was read before is kept when the response cannot be parsed, is too long or missing, or its provider is gone', async () => {
  const gone = { deps: { providers: { find: () => null } } } as unknown as Ctx
  const kept = [
    extractAgain(readingAs(null), ANSWER, reading),
    extractAgain(readingAs({ text: 'a'.repeat(300_000) }), ANSWER, reading),
    extractAgain(readingAs({}), { ...ANSWER, raw: null }, reading),
    extractAgain(gone, ANSWER, reading),
  ]
  const { status, modelReported, facts, parserVersion } = ANSWER
  for (const { observation, ...read } of await Promise.all(kept)) {
    expect(read).toMatchObject({ status, modelReported, facts, parserVersion, text: null })
    expect(observation?.citations.map(({ url, kind, owner }) => [url, kind, owner])).toEqual([KEPT])
  }
})

it('another text, status or model that the response is read as now replaces the stored one', async () => {
  const other = await extractAgain(readingAs({ text: 'Globex is bad.' }), ANSWER, reading)
  expect(other).toMatchObject({
    status: 'ok',
    text: 'Globex is bad.',
    modelReported: 'read-1',
    facts: { searched: null, partial: false },
    parserVersion: PARSER_VERSION,
    observation: { brand: { mentioned: false }, competitors: [{ mentioned: true }] },
    changed: expect.arrayContaining(['answer', 'competitors', 'citations']),
  })
  const refused = await extractAgain(readingAs({ status: 'refused', text: 'No.' }), ANSWER, reading)
  expect(refused).toMatchObject({
    status: 'refused',
    text: 'No.',
    observation: null,
    extractionVersion: null,
    changed: ['status', 'answer'],
  })
})

it('a response that had not been understood becomes an answer once it is, and stays failed until then', async () => {
  expect(await extractAgain(readingAs({}), FAILED, reading)).toMatchObject({
    status: 'ok',
    error: null,
    text: ANSWER.text,
    surface: 'api',
    parserVersion: PARSER_VERSION,
    observation: { brand: { mentioned: true } },
    changed: ['recovered'],
  })
  for (const ctx of [readingAs(null), readingAs({ text: 'a'.repeat(300_000) })]) {
    expect(await extractAgain(ctx, FAILED, reading)).toMatchObject({
      status: 'failed',
      error: FAILED.error,
      text: null,
      observation: null,
      changed: [],
    })
  }
})

it('a large response that exceeds the limits of the thread stays failed', async () => {
  const ctx = readingAs({})
  const run = () => Promise.reject(new ProviderError('drift', 'too slow'))
  Object.assign(ctx.deps, { readingThread: { run } })
  const raw = { body: 'a'.repeat(50_000) }
  expect(await extractAgain(ctx, { ...FAILED, raw }, reading)).toMatchObject({
    status: 'failed',
    changed: [],
  })
  await expect(extractAgain(ctx, { ...ANSWER, raw }, reading)).rejects.toThrow('too slow')
})

it('labels of a judge are applied to the text that was judged, and to no other', async () => {
  const label = { start: 0, end: 4, sentiment: 'negative' as const }
  const labels = [{ name: 'Acme', firstOffset: 0, mentionCount: 1, strength: null, mentions: [label] }]
  const judgement = { model: 'judge-1', promptVersion: 1, labels }
  const judge = async (answer: Partial<StoredAnswer>, text = ANSWER.text ?? '') =>
    (await extractAgain(readingAs({ text }), { ...ANSWER, judgement, ...answer }, reading)).observation?.judge
  expect(await judge({})).toMatchObject({ model: 'judge-1' })
  expect(await judge({}, 'Acme is another text.')).toBeNull()
  expect(await judge({ isFirstText: false })).toBeNull()
})

it('the text that was read first is not stored again, any other is', async () => {
  const textOf = async (answer: Partial<StoredAnswer>) =>
    (await extractAgain(readingAs({}), { ...ANSWER, ...answer }, reading)).text
  expect(await textOf({})).toBeNull()
  expect(await textOf({ isFirstText: false })).toBe(ANSWER.text)
})

it('the differences from the previous observation are listed, and there are none where both say the same', async () => {
  const ctx = readingAs({})
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
