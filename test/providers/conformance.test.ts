import { existsSync, readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type JsonValue,
  type ProviderAnswer,
  ProviderError,
  type Question,
  type RawAnswer,
} from '../../src/core/provider-port/driver.ts'
import type { Provider } from '../../src/core/provider-port/registry.ts'
import { DRIVERS } from '../../src/providers/drivers.ts'
import { loadProviders } from '../../src/providers/registry.ts'
import { sampleQuestion, writeProvidersFile } from '../../src/providers/sample-providers.ts'
import { createRandom, hashText } from '../../src/providers/simulated/seeded-random.ts'
import { CONFORMANCE } from './all.ts'
import type { Conformance, WireServer } from './conformance.ts'
import { mutateBody } from './mutate.ts'
import { type LoopbackVendor, openLoopbackVendor } from './wire-server.ts'

/** Drivers that do not send requests. */
const WITHOUT_VENDOR = ['simulated', 'replay']
const CAPTURES = '../shared/data/wire'
const MUTATIONS = 2_000

let vendor: LoopbackVendor
beforeAll(async () => {
  vendor = await openLoopbackVendor()
})
afterAll(() => vendor.close())
beforeEach(() => {
  vendor.requests = []
  vendor.handle = null
})

test('every driver for a vendor has conformance cases', () => {
  const names = DRIVERS.map(({ name }) => name).filter((name) => !WITHOUT_VENDOR.includes(name))
  expect(Object.keys(CONFORMANCE).toSorted()).toEqual(names.toSorted())
})

const CASES = Object.entries(CONFORMANCE).flatMap(([driver, entries]) =>
  entries.map((conformance, index) => ({
    name: entries.length > 1 ? `${driver} ${index + 1}` : driver,
    conformance,
  })),
)

describe.each(CASES)('$name', ({ conformance }) => {
  const { entry, environment, answers, failures, captured, request: expectedRequest } = conformance
  const serve =
    conformance.serve ??
    ((body: unknown): WireServer =>
      () => ({ body }))
  const secrets = Object.values(environment)

  function provider(): Provider {
    const file = writeProvidersFile({ providers: [{ id: 'asked', baseUrl: vendor.url, ...entry }] })
    const asked = loadProviders({ file, environment, simulateMissing: false }).find('asked')
    if (asked?.state !== 'real') throw new Error(`the provider is ${asked?.state}: ${asked?.missing?.reason}`)
    return asked
  }

  async function ask(reply: WireServer, question: Partial<Question> = {}): Promise<RawAnswer> {
    vendor.reply = reply
    return provider().driver.ask(sampleQuestion(question))
  }

  async function failureOf(reply: WireServer, question: Partial<Question> = {}): Promise<ProviderError> {
    const error = await ask(reply, question).then(
      () => null,
      (reason: unknown) => reason,
    )
    if (!(error instanceof ProviderError)) throw new Error(`no ProviderError: ${error}`)
    for (const secret of secrets) expect(`${error.message} ${error.stack}`).not.toContain(secret)
    return error
  }

  function read(raw: RawAnswer): ProviderAnswer {
    const answer = provider().driver.read(raw, sampleQuestion())
    checkAnswer(answer, conformance)
    return answer
  }

  test.each(answers)('$name: is parsed as expected', async ({ body, expected }) => {
    const raw = await ask(serve(body))
    expect(read(raw)).toMatchObject(expected)
  })

  test('the question is asked from its country, as the vendor documents', async () => {
    const [first] = answers
    await ask(serve(first?.body))
    const request = vendor.requests.find(({ path }) => path === expectedRequest.path)
    expect(request).toMatchObject({
      method: expectedRequest.method,
      ...(expectedRequest.body !== undefined && { body: expectedRequest.body }),
      ...(expectedRequest.headers && { headers: expectedRequest.headers }),
    })
    expect(Object.fromEntries(request?.query ?? [])).toMatchObject(expectedRequest.query ?? {})
  })

  const { refusedLocation } = conformance
  if (refusedLocation !== undefined) {
    test('a country that the vendor rejects is known before asking', () => {
      expect(provider().supportsLocation('DE')).toBe(true)
      expect(provider().supportsLocation(refusedLocation)).toBe(false)
    })
  }

  test('the stored JSON parses to the same answer, names the driver, and contains no credentials, even if the vendor repeats them', async () => {
    const [first] = answers
    const secret = secrets[0] ?? ''
    const raw = await ask((request) => {
      const reply = serve(first?.body)(request)
      return { ...reply, headers: { 'x-request-id': secret } }
    })
    const stored = JSON.stringify(raw)
    for (const each of secrets) expect(stored).not.toContain(each)
    expect(stored).not.toContain(Buffer.from(secrets.join(':')).toString('base64'))
    expect(raw.driver).toBe(entry.driver)
    expect(read(JSON.parse(stored))).toEqual(read(raw))
  })

  test.each(failures)('$name: is classified', async ({ reply, expected }) => {
    const server = typeof reply === 'function' ? reply : () => reply
    expect(await failureOf(server)).toMatchObject(expected)
  })

  test.each<[string, number, Record<string, string>, object]>([
    ['too many requests', 429, {}, { kind: 'retry', retryAfter: null }],
    ['too many requests with a delay', 429, { 'retry-after': '7' }, { kind: 'retry', retryAfter: 7_000 }],
    [
      'too many requests with a delay of a day',
      429,
      { 'retry-after': '86400' },
      { kind: 'retry', retryAfter: 600_000 },
    ],
    ['a server error', 500, {}, { kind: 'retry' }],
    ['an overloaded vendor', 529, {}, { kind: 'retry' }],
    ['refused credentials', 401, {}, { kind: 'stop' }],
    ['an exhausted balance', 402, {}, { kind: 'stop' }],
    ['an invalid request', 400, {}, { kind: 'invalid' }],
  ])('%s (%i), with a JSON body and with an HTML body', async (_, status, headers, expected) => {
    const message = `sent with ${secrets.join(' ')}`
    expect(await failureOf(() => ({ status, headers, body: { error: { message } } }))).toMatchObject(expected)
    expect(await failureOf(() => ({ status, headers, body: `<html>${message}</html>` }))).toMatchObject(
      expected,
    )
  })

  test('an HTML page with status 200 is retried', async () => {
    expect(await failureOf(() => ({ body: '<!doctype html><title>Maintenance</title>' }))).toMatchObject({
      kind: 'retry',
    })
  })

  test.each<[string, (response: ServerResponse) => void]>([
    ['a reset connection', (response) => response.socket?.resetAndDestroy()],
    [
      'a connection that ends within the body',
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
        response.write('{"id":')
        response.socket?.end()
      },
    ],
  ])('%s is retried', async (_, handle) => {
    vendor.handle = handle
    expect(await failureOf(() => ({ body: {} }))).toMatchObject({ kind: 'retry' })
  })

  test('a canceled question fails at once, even if the vendor is silent or slow', async () => {
    for (const start of [() => {}, (response: ServerResponse) => response.writeHead(200).write('{')]) {
      const controller = new AbortController()
      vendor.handle = (response) => {
        start(response)
        controller.abort()
      }
      expect(await failureOf(() => ({ body: {} }), { signal: controller.signal })).toMatchObject({
        kind: 'retry',
      })
    }
  })

  test('an endless body is aborted after a few megabytes', async () => {
    let sent = 0
    const block = Buffer.alloc(1_048_576, 'x')
    vendor.handle = (response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.on('error', () => {})
      const more = () => {
        while (!response.destroyed && sent < 500 * 1_048_576) {
          sent += block.length
          if (!response.write(block)) {
            response.once('drain', more)
            return
          }
        }
      }
      more()
    }
    expect(await failureOf(() => ({ body: {} }))).toMatchObject({ kind: 'drift' })
    expect(sent).toBeLessThan(100 * 1_048_576)
  })

  test('a body that is truncated, empty or in another format is stored, and only parsing it fails', async () => {
    const [first] = answers
    const raw = await ask(serve(first?.body))
    const body = String(raw.body)
    for (const malformed of [body.slice(0, body.length / 2), '', '[]', 'null', '"text"', '{}', '[{}]']) {
      expect(() => read({ ...raw, body: malformed })).toThrow(expect.objectContaining({ kind: 'drift' }))
    }
  })

  test(`${MUTATIONS} mutated bodies either parse without a wrong span or fail as drift`, async () => {
    let understood = 0
    const raws: RawAnswer[] = []
    // Sequential, because the server has a single current reply.
    for (const { body } of answers) raws.push(await ask(serve(body)))
    const random = createRandom(hashText(entry.driver))
    const parsed = raws.map((raw) => JSON.parse(String(raw.body)) as JsonValue)
    for (let index = 0; index < MUTATIONS; index += 1) {
      const which = index % raws.length
      const mutated = JSON.stringify(mutateBody(parsed[which] ?? null, random))
      const body = random.chance(0.05) ? mutated.slice(0, random.below(mutated.length)) : mutated
      try {
        read({ ...raws[which], body })
        understood += 1
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error
        expect(error.kind).toBe('drift')
      }
    }
    // Changing an optional field must not lose the answer.
    expect(understood / MUTATIONS).toBeGreaterThan(0.5)
  })

  const here = existsSync(CAPTURES)
  if (!here) console.info(`skipped: ${CAPTURES} does not exist`)
  test.skipIf(!here).each(captured)(
    'captured: $file',
    async ({ file, bodyIn = (content) => content, expected }) => {
      const body = bodyIn(JSON.parse(readFileSync(`${CAPTURES}/${file}`, 'utf8')))
      const [first] = answers
      const raw = await ask(serve(first?.body))
      const { text, citations, searchQueries, searched, usage, costUsd, status, model, unrecognized } = read({
        ...raw,
        body: JSON.stringify(body),
      })
      const { begins, costUsd: cost = null, unrecognized: unknown = [], ...figures } = expected
      expect(text.slice(0, begins.length)).toBe(begins)
      expect({
        status,
        length: text.length,
        cited: citations.filter(({ kind }) => kind === 'cited').length,
        retrieved: citations.filter(({ kind }) => kind === 'retrieved').length,
        spans: citations.flatMap(({ spans }) => spans).length,
        searchQueries,
        searched,
        usage,
        model: model.reported,
      }).toEqual(figures)
      expect(costUsd).toBe(cost)
      expect(unrecognized).toEqual(unknown)
    },
  )
})

/** Checks what must hold for every parsed answer, whatever the body. */
function checkAnswer(answer: ProviderAnswer, { spanShows }: Conformance): void {
  const { text, citations, usage, costUsd, status } = answer
  expect(text === '').toBe(status === 'not_shown' || (status === 'refused' && text === ''))
  for (const citation of citations) {
    expect(citation.url).not.toBe('')
    for (const { start, end } of citation.spans) {
      expect(start).toBeGreaterThanOrEqual(0)
      expect(end).toBeGreaterThan(start)
      expect(end).toBeLessThanOrEqual(text.length)
      const slice = text.slice(start, end)
      expect(slice.isWellFormed?.() ?? true).toBe(text.isWellFormed?.() ?? true)
      if (!spanShows(slice, citation))
        throw new Error(`${citation.url} is not shown by ${JSON.stringify(slice)}`)
    }
  }
  for (const count of Object.values(usage ?? {})) expect(count === null || Number.isFinite(count)).toBe(true)
  expect(costUsd === null || Number.isFinite(costUsd)).toBe(true)
  const addresses = citations.map(({ url, kind }) => `${kind} ${url}`)
  expect(new Set(addresses).size).toBe(addresses.length)
}
