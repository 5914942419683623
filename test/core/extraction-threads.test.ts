import { afterAll, describe, expect, it } from 'vitest'
import type { Snapshot } from '../../src/core/brands/snapshot.ts'
import { extractorOf } from '../../src/core/observations/extractor.ts'
import { PARSE_AND_EXTRACT, parseAndExtract } from '../../src/core/observations/parse-and-extract.ts'
import { toParsedAnswer } from '../../src/core/observations/parsed-answer.ts'
import type { RawAnswer } from '../../src/core/provider-port/driver.ts'
import { EXTRACT_AGAIN } from '../../src/core/reextractions/reextract-answer.ts'
import { openExtractionThreads } from '../../src/process/extraction-threads.ts'
import { createWorld, type World } from '../world.ts'

const snapshot: Snapshot = {
  brand: { name: 'Acme', aliases: [], domains: ['acme.example'] },
  competitors: [{ id: 'c-1', name: 'Globex', aliases: [], domains: [] }],
}
const TEXT = '1. **Acme** is better than [Globex](https://globex.example/x), and I recommend it.\n'
const provider = { id: 'local', driverName: 'openai-compatible' }

/** Returns a chat completion as the driver stores it. `padding` makes the body larger without changing the answer. */
function rawOf(content: string, padding = 0): RawAnswer {
  const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }]
  return {
    driver: 'openai-compatible',
    locationApplied: 'none',
    request: { url: 'http://127.0.0.1/v1', body: { model: 'm' } },
    body: JSON.stringify({ model: 'm', choices, padding: ' '.repeat(padding) }),
  }
}

/** A response that takes a long time to extract. */
const DENSE = rawOf(TEXT.repeat(3_000))
/** A response that needs a lot of memory to parse. */
const BROAD = { ...rawOf(TEXT), body: `[${'[],'.repeat(3_000_000)}[]]` }

const received = (raw: RawAnswer) => ({
  raw,
  prompt: 'Best?',
  location: 'US',
  judgement: null,
  judgeBelow: 1,
})
const task = (raw: RawAnswer) => ({ provider, snapshot, received: received(raw) })

const threads: ReturnType<typeof openExtractionThreads>[] = []
let world: World | undefined
afterAll(async () => {
  await Promise.all(threads.map((thread) => thread.close()))
  await world?.close()
})

function open(limits?: { time: number; memory: number }) {
  const thread = openExtractionThreads(limits)
  threads.push(thread)
  return thread
}

describe('an answer extracted in a thread', () => {
  it('has the same result as an answer extracted on the event loop', async () => {
    const entry = { id: 'local', driver: 'openai-compatible', model: 'm', baseUrl: 'http://127.0.0.1:1/v1' }
    world = await createWorld({ workers: false, providers: [entry] })
    const local = world.operator.deps.providers.of(null).find('local')
    if (!local) throw new Error('not configured')
    const calls: string[] = []
    const { deps } = world.operator
    const extractionThreads: typeof deps.extractionThreads = {
      ...deps.extractionThreads,
      run: (task, input) => {
        calls.push(task.name)
        return deps.extractionThreads.run(task, input)
      },
    }
    const ctx = { ...world.operator, deps: { ...deps, extractionThreads } }
    const read = (raw: RawAnswer, options = {}) =>
      parseAndExtract(ctx, local, extractorOf(snapshot), received(raw), options)
    const small = await read(rawOf(TEXT))
    expect(calls).toEqual([])
    expect(small.observation?.brand.mentionCount).toBe(1)
    expect(await read(rawOf(TEXT, 40_000))).toEqual(small)
    expect(calls).toEqual(['read-answer'])
    expect(await read(rawOf(TEXT), { inThread: true })).toEqual(small)
    expect(calls).toEqual(['read-answer', 'read-answer'])
  })

  it('fails with the error of its driver when it cannot be parsed', async () => {
    await expect(open().run(PARSE_AND_EXTRACT, task({ ...rawOf(TEXT), body: '{' }))).rejects.toMatchObject({
      name: 'ProviderError',
      kind: 'drift',
      message: 'the answer is not JSON, it starts with "{"',
    })
  })

  it('fails when it is longer than the limit', async () => {
    const read = (length: number) => open().run(PARSE_AND_EXTRACT, task(rawOf('a'.repeat(length))))
    expect((await read(262_144)).answer.text).toHaveLength(262_144)
    await expect(read(262_145)).rejects.toMatchObject({
      kind: 'drift',
      message: 'The answer has 262145 characters; the maximum is 262144.',
    })
  })

  it('fails when it needs more time than allowed', async () => {
    const failed = open({ time: 50, memory: 256 }).run(PARSE_AND_EXTRACT, task(DENSE))
    const message = 'The answer could not be processed within 0.05 s.'
    await expect(failed).rejects.toMatchObject({ kind: 'drift', message })
  })

  it('fails when it needs more memory than allowed, and the queued answers are still extracted', async () => {
    const thread = open({ time: 60_000, memory: 40 })
    const all = [BROAD, rawOf(TEXT), BROAD, DENSE].map((raw) => thread.run(PARSE_AND_EXTRACT, task(raw)))
    const outcomes = await Promise.allSettled(all)
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled'])
    const message = 'The answer could not be processed within 40 MB of memory.'
    expect(outcomes[0]).toMatchObject({ reason: { kind: 'drift', message } })
  })
})

it('re-extracting a stored answer in a thread gives the same result', async () => {
  const raw = rawOf(TEXT)
  const { answer: read, observation } = await open().run(PARSE_AND_EXTRACT, task(raw))
  const unit = { id: 'r', ordinal: 0, provider: 'local', location: 'US', prompt: 'Best?', error: null }
  const answer = { ...unit, ...toParsedAnswer(read), isFirstText: true, raw, judgement: null, observation }
  const again = await open().run(EXTRACT_AGAIN, { provider, answer, snapshot })
  expect(again).toMatchObject({ id: 'r', observation, changed: [] })
})
