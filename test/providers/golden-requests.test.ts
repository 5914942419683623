import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ProviderError } from '../../src/core/provider-port/driver.ts'
import { DRIVERS } from '../../src/providers/drivers.ts'
import { loadProviders } from '../../src/providers/registry.ts'
import { optionsOf, sampleQuestion, writeProvidersFile } from '../../src/providers/sample-providers.ts'
import { CONFORMANCE } from './all.ts'
import type { WireRequest } from './conformance.ts'
import { type LoopbackVendor, openLoopbackVendor } from './wire-server.ts'

/** The exact first request for a question, by driver, surface and location, with secrets replaced. */
const requestSchema = z.strictObject({
  method: z.string(),
  path: z.string(),
  query: z.record(z.string(), z.string()),
  headers: z.record(z.string(), z.string()),
  body: z.json(),
})
const GOLDEN = z
  .record(z.string(), requestSchema)
  .parse(JSON.parse(readFileSync('test/providers/golden-requests.json', 'utf8')))

/** Headers that Node adds to every request. */
const TRANSPORT_HEADERS = new Set([
  'accept-encoding',
  'accept-language',
  'connection',
  'content-length',
  'host',
  'sec-fetch-mode',
  'user-agent',
])

/** The question: from a country, from a city in a language, and as a persona. */
const QUESTIONS = [
  { suffix: [] },
  { suffix: ['from fr-CH/Geneva'], location: 'fr-CH/Geneva' },
  { suffix: ['as a persona'], persona: 'I am a student.' },
]

/**
 * Every driver with a vendor, once per surface or version of its API, and once per search mode; the other
 * questions only in the default search mode.
 */
const CASES = DRIVERS.filter(({ name }) => name in CONFORMANCE).flatMap(({ name, entry }) => {
  const options = optionsOf(entry)
  const choice = ['surface', 'api'].find((option) => option in options)
  const surfaces =
    choice === undefined ? [{}] : choicesOf(options[choice]).map((value) => ({ [choice]: value }))
  const modes = 'search' in options ? choicesOf(options.search).map((search) => ({ search })) : [{}]
  const sample = CONFORMANCE[name]?.[0]?.entry
  return surfaces.flatMap((surface) =>
    modes.flatMap((mode) => {
      const needed: Record<string, string> = surface.surface === 'meta_ai' ? { datasetId: 'gd_meta' } : {}
      const chosen: Record<string, string> = { ...surface, ...mode }
      const words = Object.entries(chosen).map(([option, value]) =>
        option === 'search' ? `search ${value}` : value,
      )
      const parsed = entry.safeParse({
        ...sample,
        id: 'asked',
        baseUrl: 'http://vendor',
        options: { ...chosen, ...needed },
      })
      if (!parsed.success) return []
      const { persona } = parsed.data.applies
      const questions = ['auto', undefined].includes(chosen.search) ? QUESTIONS : QUESTIONS.slice(0, 1)
      const possible = questions.filter((question) => !('persona' in question) || persona !== 'none')
      return possible.map(({ suffix, ...question }) => ({
        name: [name, ...words, ...suffix].join(' '),
        driver: name,
        options: { ...chosen, ...needed },
        question,
      }))
    }),
  )
})

function choicesOf(schema: unknown): string[] {
  if (schema instanceof z.ZodEnum) return schema.options.map(String)
  if (schema instanceof z.ZodDefault) return choicesOf(schema.unwrap())
  throw new Error('a surface is chosen from a list')
}

let vendor: LoopbackVendor
beforeAll(async () => {
  vendor = await openLoopbackVendor()
})
afterAll(() => vendor.close())
beforeEach(() => {
  vendor.requests = []
})

/** Returns the paths of fields that the documented request does not have. */
function unknownFields(given: unknown, known: unknown, path = ''): string[] {
  if (typeof given !== 'object' || given === null) return []
  return Object.entries(given).flatMap(([key, value]) => {
    const at = `${path}.${key}`
    if (typeof known !== 'object' || known === null || !(key in known)) return [at]
    return unknownFields(value, (known as Record<string, unknown>)[key], at)
  })
}

function toGolden({ method, path, query, headers, body }: WireRequest, secrets: readonly string[]) {
  const request = {
    method,
    path,
    query: Object.fromEntries(query),
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !TRANSPORT_HEADERS.has(name))),
    body,
  }
  const basic = Buffer.from(secrets.join(':')).toString('base64')
  const text = [basic, ...secrets].reduce(
    (all, secret) => all.replaceAll(secret, '[key]'),
    JSON.stringify(request),
  )
  return requestSchema.parse(JSON.parse(text))
}

test('the checked-in requests cover every driver and surface, and nothing else', () => {
  expect(Object.keys(GOLDEN).toSorted()).toEqual(CASES.map(({ name }) => name).toSorted())
})

describe.each(CASES)('$name', ({ name, driver, options, question }) => {
  test('sends exactly the documented request, to a vendor that rejects unknown fields', async () => {
    const [{ entry, environment } = { entry: { driver }, environment: {} }] = CONFORMANCE[driver] ?? []
    const file = writeProvidersFile({ providers: [{ ...entry, id: 'asked', baseUrl: vendor.url, options }] })
    const provider = loadProviders({ file, environment, simulateMissing: false }).find('asked')
    const golden = GOLDEN[name]
    vendor.reply = ({ body }) => {
      const unknown = unknownFields(body, golden?.body)
      return unknown.length > 0
        ? { status: 400, body: { error: { message: `unknown field ${unknown.join(', ')}` } } }
        : { status: 503, body: { error: { message: 'busy' } } }
    }
    const failure = await provider?.driver.ask(sampleQuestion(question)).catch((error: unknown) => error)
    if (!(failure instanceof ProviderError)) throw new Error(`no ProviderError: ${failure}`)
    const [request] = vendor.requests
    if (!request) throw new Error('no request was sent')
    expect(toGolden(request, Object.values(environment))).toEqual(golden)
    expect(failure.message).toContain('busy')
  })
})
