import { expect, it } from 'vitest'
import type { Snapshot } from '../brands/snapshot.ts'
import type { Ctx } from '../foundation/context.ts'
import type { ExtractionDeps } from '../observations/extraction-threads.ts'
import { extractorOf } from '../observations/extractor.ts'
import { PARSER_VERSION, type ProviderAnswer, ProviderError } from '../provider-port/driver.ts'
import { reextractAnswer, type StoredAnswer } from './reextract-answer.ts'

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
/** A failed unit with a response that could not be parsed. */
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

/**
 * A context with one provider. Its driver parses any response into this answer with one citation, or fails to parse it
 * if `read` is null.
 */
function readingAs(read: Partial<ProviderAnswer> | null): Ctx<ExtractionDeps> {
  const answer: ProviderAnswer = {
    status: 'ok',
    surface: 'api',
    locationApplied: 'none',
    model: { requested: null, reported: 'read-1' },
    text: ANSWER.text ?? '',
    citations: [{ url: 'https://acme.example/raw', title: null, kind: 'cited', spans: [] }],
    searchQueries: [],
    searchMode: null,
    asker: null,
    languageApplied: null,
    cityApplied: null,
    placements: [],
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
  return {
    deps: { providers: { all: () => [{ find: () => ({ driver }) }] } },
  } as unknown as Ctx<ExtractionDeps>
}

async function urls(ctx: Ctx<ExtractionDeps>, answer = ANSWER) {
  const { observation } = await reextractAnswer(ctx, answer, reading)
  return observation?.citations.map(({ url, kind, owner }) => [url, kind, owner])
}

const RAW = ['https://acme.example/raw', 'cited', 'brand']
const KEPT = ['https://acme.example/kept', 'retrieved', 'brand']

it('citations are read from the stored response', async () => {
  expect(await urls(readingAs({}))).toEqual([RAW])
  expect(await urls(readingAs({ text: 'Another text.' }))).toEqual([RAW])
})

it('the previous extraction is kept if the response cannot be parsed, is too long or missing, or the provider no longer exists', async () => {
  const gone = { deps: { providers: { all: () => [] } } } as unknown as Ctx<ExtractionDeps>
  const kept = [
    reextractAnswer(readingAs(null), ANSWER, reading),
    reextractAnswer(readingAs({ text: 'a'.repeat(300_000) }), ANSWER, reading),
    reextractAnswer(readingAs({}), { ...ANSWER, raw: null }, reading),
    reextractAnswer(gone, ANSWER, reading),
  ]
  const { status, modelReported, facts, parserVersion } = ANSWER
  for (const { observation, ...read } of await Promise.all(kept)) {
    expect(read).toMatchObject({ status, modelReported, facts, parserVersion, text: null })
    expect(observation?.citations.map(({ url, kind, owner }) => [url, kind, owner])).toEqual([KEPT])
  }
})

it('a text, status or model that is parsed differently now replaces the stored one', async () => {
  const changedText = await reextractAnswer(readingAs({ text: 'Globex is bad.' }), ANSWER, reading)
  expect(changedText).toMatchObject({
    status: 'ok',
    text: 'Globex is bad.',
    modelReported: 'read-1',
    facts: { searched: null, partial: false },
    parserVersion: PARSER_VERSION,
    observation: { brand: { mentioned: false }, competitors: [{ mentioned: true }] },
    changed: expect.arrayContaining(['answer', 'competitors', 'citations']),
  })
  const refused = await reextractAnswer(readingAs({ status: 'refused', text: 'No.' }), ANSWER, reading)
  expect(refused).toMatchObject({
    status: 'refused',
    text: 'No.',
    observation: null,
    extractionVersion: null,
    changed: ['status', 'answer'],
  })
})

it('a failed result becomes an answer once its response can be parsed, and stays failed until then', async () => {
  expect(await reextractAnswer(readingAs({}), FAILED, reading)).toMatchObject({
    status: 'ok',
    error: null,
    text: ANSWER.text,
    surface: 'api',
    parserVersion: PARSER_VERSION,
    observation: { brand: { mentioned: true } },
    changed: ['recovered'],
  })
  for (const ctx of [readingAs(null), readingAs({ text: 'a'.repeat(300_000) })]) {
    expect(await reextractAnswer(ctx, FAILED, reading)).toMatchObject({
      status: 'failed',
      error: FAILED.error,
      text: null,
      observation: null,
      changed: [],
    })
  }
})

it('a failed result with a large response stays failed if it exceeds the limits of the thread', async () => {
  const ctx = readingAs({})
  const run = () => Promise.reject(new ProviderError('drift', 'too slow'))
  Object.assign(ctx.deps, { extractionThreads: { run } })
  const raw = { body: 'a'.repeat(50_000) }
  expect(await reextractAnswer(ctx, { ...FAILED, raw }, reading)).toMatchObject({
    status: 'failed',
    changed: [],
  })
  await expect(reextractAnswer(ctx, { ...ANSWER, raw }, reading)).rejects.toThrow('too slow')
})

it('labels of a judge are only applied to the text that was judged', async () => {
  const label = { start: 0, end: 4, sentiment: 'negative' as const }
  const labels = [{ name: 'Acme', firstOffset: 0, mentionCount: 1, strength: null, mentions: [label] }]
  const judgement = { model: 'judge-1', promptVersion: 1, labels }
  const judge = async (answer: Partial<StoredAnswer>, text = ANSWER.text ?? '') =>
    (await reextractAnswer(readingAs({ text }), { ...ANSWER, judgement, ...answer }, reading)).observation
      ?.judge
  expect(await judge({})).toMatchObject({ model: 'judge-1' })
  expect(await judge({}, 'Acme is another text.')).toBeNull()
  expect(await judge({ isFirstText: false })).toBeNull()
})

it('the text is stored only if it differs from the first extracted text', async () => {
  const textOf = async (answer: Partial<StoredAnswer>) =>
    (await reextractAnswer(readingAs({}), { ...ANSWER, ...answer }, reading)).text
  expect(await textOf({})).toBeNull()
  expect(await textOf({ isFirstText: false })).toBe(ANSWER.text)
})

it('differences from the previous observation are listed; equal observations have none', async () => {
  const ctx = readingAs({})
  const first = await reextractAnswer(ctx, ANSWER, reading)
  expect(first.changed.toSorted()).toEqual([
    'citations',
    'competitors',
    'mention_gained',
    'position',
    'sentiment',
  ])
  const changed = async (observation: StoredAnswer['observation'], extractor = reading) =>
    (await reextractAnswer(ctx, { ...ANSWER, observation }, extractor)).changed
  expect(await changed(first.observation)).toEqual([])
  expect(await changed(null)).toEqual([])
  const lost = extractorOf({ ...snapshot, brand: { ...snapshot.brand, name: 'Initech' } })
  expect(await changed(first.observation, lost)).toContain('mention_lost')
})
