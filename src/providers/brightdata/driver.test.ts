import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { WireReply } from '../../../test/providers/conformance.ts'
import { type LoopbackVendor, openLoopbackVendor } from '../../../test/providers/wire-server.ts'
import type { JsonValue, Question } from '../../core/provider-port/driver.ts'
import { loadProviders } from '../registry.ts'
import { sampleQuestion, writeProvidersFile } from '../sample-providers.ts'
import { countriesOf, type SurfaceName } from './surfaces.ts'

let vendor: LoopbackVendor
let saved: JsonValue[]
/** The vendor's next replies about the snapshot, oldest first. */
let replies: WireReply[]
beforeAll(async () => {
  vendor = await openLoopbackVendor()
})
afterAll(() => vendor.close())
beforeEach(() => {
  vendor.requests = []
  saved = []
  vendor.reply = ({ path }) => {
    if (path.endsWith('/trigger')) return { body: { snapshot_id: 's_new' } }
    return replies.shift() ?? { status: 500, body: {} }
  }
})

const ANSWER: WireReply = { body: [{ prompt: 'best CRM', answer_text_markdown: 'Pipewell.' }] }
const progress = (status: string): WireReply => ({ body: { status } })
const triggers = () => vendor.requests.filter(({ path }) => path.endsWith('/trigger')).length

function provider(options: object = {}) {
  const entry = {
    id: 'asked',
    driver: 'brightdata',
    baseUrl: `${vendor.url}/datasets/v3`,
    options: { surface: 'chatgpt', pollInterval: 1, ...options },
  }
  const file = writeProvidersFile({ providers: [entry] })
  const environment = { BRIGHTDATA_API_KEY: 'bright-secret' }
  const asked = loadProviders({ file, environment, simulateMissing: false }).find('asked')
  if (!asked) throw new Error('no provider')
  return asked
}

/** Asks the question and returns the parsed answer. Values that the driver saves are collected in `saved`. */
async function ask(question: Partial<Question> & { earlier?: JsonValue } = {}) {
  const { driver } = provider()
  const save = async (value: JsonValue) => {
    saved.push(value)
  }
  const whole = sampleQuestion({ pending: { saved: question.earlier ?? null, save }, ...question })
  const raw = await driver.ask(whole)
  return driver.read(raw, whole)
}

describe('the answer of a scraper', () => {
  test('is awaited while its state is unknown or it is being built, and then parsed', async () => {
    const building = { status: 202, body: { status: 'building', message: 'try again in 30s' } }
    const notYet = { body: { message: 'Snapshot is not ready yet, try again in 10s' } }
    replies = [
      progress('starting'),
      progress('mixing'),
      progress('ready'),
      building,
      progress('ready'),
      notYet,
    ]
    replies.push(progress('ready'), ANSWER)
    expect(await ask()).toMatchObject({ status: 'ok', text: 'Pipewell.' })
    expect(triggers()).toBe(1)
  })

  test('may be JSON lines with an error among them', async () => {
    const lines = [{ error: 'crawl failed' }, { answer_text: 'Pipewell.' }].map((line) =>
      JSON.stringify(line),
    )
    replies = [progress('ready'), { body: lines.join('\n') }]
    expect(await ask()).toMatchObject({ text: 'Pipewell.' })
  })

  test('may be unknown to the vendor at first', async () => {
    replies = [{ status: 404, body: { error: 'not found' } }, progress('ready'), ANSWER]
    expect(await ask()).toMatchObject({ text: 'Pipewell.' })
    expect(triggers()).toBe(1)
  })
})

describe('an accepted question', () => {
  test('is saved before waiting and paid once: the next attempt fetches the same snapshot', async () => {
    const controller = new AbortController()
    const accepted = vendor.reply
    vendor.reply = (request) => {
      if (request.path.endsWith('/trigger')) return accepted(request)
      expect(saved).toEqual([{ snapshotId: 's_new' }])
      controller.abort(new DOMException('too long', 'TimeoutError'))
      return progress('running')
    }
    await expect(ask({ signal: controller.signal })).rejects.toMatchObject({
      kind: 'retry',
      message: 'the answer is not ready yet',
      cause: { name: 'AbortError' },
    })
    vendor.reply = accepted
    replies = [progress('ready'), ANSWER]
    expect(await ask({ earlier: { snapshotId: 's_new' } })).toMatchObject({ text: 'Pipewell.' })
    expect(triggers()).toBe(1)
    expect(saved).toEqual([{ snapshotId: 's_new' }])
  })

  test('is not paid for again if the vendor is temporarily unavailable', async () => {
    replies = [{ status: 503, body: {} }]
    await expect(ask({ earlier: { snapshotId: 's_old' } })).rejects.toMatchObject({ kind: 'retry' })
    expect(triggers()).toBe(0)
    expect(saved).toEqual([])
  })

  test.each([404, 410])('is asked again if the vendor no longer has it (%i)', async (status) => {
    replies = [{ status, body: 'Snapshot does not exist' }, progress('ready'), ANSWER]
    expect(await ask({ earlier: { snapshotId: 's_old' } })).toMatchObject({ text: 'Pipewell.' })
    expect(saved).toEqual([null, { snapshotId: 's_new' }])
  })

  test.each<[string, WireReply[]]>([
    ['failed', [progress('failed')]],
    ['was cancelled', [progress('canceled')]],
    ['has no answer', [progress('ready'), { body: [{ error: 'Auth wall', error_code: 'blocked' }] }]],
  ])('is discarded if its snapshot %s, so that the next attempt asks again', async (_, snapshotReplies) => {
    replies = snapshotReplies
    await expect(ask({ earlier: { snapshotId: 's_old' } })).rejects.toMatchObject({ kind: 'retry' })
    expect(saved).toEqual([null])
    expect(triggers()).toBe(0)
  })
})

test('a prompt that is too long for the interface is rejected at no cost', async () => {
  await expect(ask({ prompt: 'a'.repeat(4_097) })).rejects.toMatchObject({ kind: 'invalid' })
  expect(vendor.requests).toEqual([])
})

describe('countries', () => {
  test('default to the countries of the surface', () => {
    expect(provider({ surface: 'copilot' }).supportsLocation('IT')).toBe(false)
    expect(provider({ surface: 'chatgpt' }).supportsLocation('IT')).toBe(true)
  })

  const folder = '../shared/data/wire/brightdata'
  const here = existsSync(folder)
  if (!here) console.info(`skipped: ${folder} is not here`)
  test.skipIf(!here).each<[SurfaceName, string]>([
    ['chatgpt', 'chatgpt'],
    ['perplexity', 'perplexity'],
    ['gemini', 'gemini'],
    ['copilot', 'copilot'],
    ['google_ai_mode', 'google_aimode'],
    ['grok', 'grok'],
  ])('of %s match the vendor’s list', (surface, file) => {
    const [, ...lines] = readFileSync(`${folder}/${file}_countries.csv`, 'utf8').trim().split('\n')
    const listed = lines.map((line) => line.slice(0, line.indexOf(',')).trim())
    // Kosovo has no ISO code, and the code of the Netherlands Antilles was withdrawn.
    const assigned = listed.filter((code) => code !== 'XK' && code !== 'AN')
    expect(countriesOf(surface).toSorted()).toEqual(assigned.toSorted())
  })
})
