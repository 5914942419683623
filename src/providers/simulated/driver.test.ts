import { expect, test } from 'vitest'
import type { DriverAnswer } from '../../core/provider-port/driver.ts'
import { sampleQuestion } from '../sample-providers.ts'
import { createAsk } from './ask.ts'
import { SIMULATED_CATALOGUE } from './catalogue.ts'
import { parseAnswer } from './parse.ts'

const monday = new Date('2026-11-16T00:00:00Z')

interface Asked {
  prompt?: string
  id?: string
  location?: string
  replicate?: number
  askedAt?: Date
}

async function ask(asked: Asked = {}): Promise<DriverAnswer> {
  const { prompt = 'best project management software', id = 'chatgpt', ...rest } = asked
  const question = sampleQuestion({ prompt, location: 'US', askedAt: monday, ...rest })
  return parseAnswer(await createAsk({ id, model: null })(question), question)
}

async function askMany(count: number, asked: Asked = {}): Promise<DriverAnswer[]> {
  const replicates = Array.from({ length: count }, (_, index) => index + 1)
  return Promise.all(replicates.map((replicate) => ask({ ...asked, replicate })))
}

const brands = SIMULATED_CATALOGUE[0]?.brands ?? []
function presence(answers: DriverAnswer[]): number[] {
  return brands.map(({ name }) => answers.filter(({ text }) => text.includes(name)).length / answers.length)
}
function distance(left: number[], right: number[]): number {
  return left.reduce((sum, value, index) => sum + Math.abs(value - (right[index] ?? 0)), 0)
}

test('the same question in the same ISO week always gets the same answer', async () => {
  const sunday = new Date('2026-11-22T23:59:59.999Z')
  expect(await ask({ askedAt: sunday })).toEqual(await ask({ askedAt: monday }))
})

test.each<[string, Asked]>([
  ['prompt', { prompt: 'best project management software for agencies' }],
  ['provider', { id: 'perplexity' }],
  ['location', { location: 'DE' }],
  ['replicate', { replicate: 2 }],
  ['week', { askedAt: new Date('2026-11-23T00:00:00Z') }],
])('another %s gives another answer', async (_, asked) => {
  expect((await ask(asked)).text).not.toBe((await ask()).text)
})

test('answers have 150 to 500 words', async () => {
  for (const prompt of ['best vpn', 'Is Taskfern any good?', 'Taskfern or Planloom?', 'how do tides work']) {
    for (const id of ['chatgpt', 'perplexity', 'gemini', 'copilot', 'my_model']) {
      const lengths = (await askMany(40, { prompt, id }))
        .filter(({ status }) => status === 'ok')
        .map(({ text }) => text.split(/\s+/).length)
      expect(Math.min(...lengths)).toBeGreaterThanOrEqual(150)
      expect(Math.max(...lengths)).toBeLessThanOrEqual(500)
    }
  }
})

test('citation spans cover a visible reference or a whole statement', async () => {
  const expected: Record<string, RegExp> = {
    chatgpt: /^\(\[[a-z.]+\]\(https:\/\/[^)]+\)\)$/,
    perplexity: /^\[\d+\]$/,
    copilot: /^\[\^\d+\]$/,
    gemini: /^\S[^[\]]*[^\s[\]]$/,
  }
  for (const [id, pattern] of Object.entries(expected)) {
    for (const { text, citations } of await askMany(50, { id })) {
      for (const { kind, spans } of citations) {
        expect(spans.length > 0).toBe(kind === 'cited')
        for (const { start, end } of spans) expect(text.slice(start, end)).toMatch(pattern)
      }
    }
  }
})

test('the number of a reference matches the position of its source', async () => {
  for (const { text, citations } of await askMany(50, { id: 'perplexity' })) {
    citations.forEach(({ spans }, index) => {
      for (const { start, end } of spans) expect(text.slice(start, end)).toBe(`[${index + 1}]`)
    })
  }
})

test('each source is listed once, and some are only retrieved', async () => {
  const answers = await askMany(50)
  for (const { citations } of answers) {
    expect(new Set(citations.map(({ url }) => url)).size).toBe(citations.length)
  }
  const kinds = answers.flatMap(({ citations }) => citations.map(({ kind }) => kind))
  expect(new Set(kinds)).toEqual(new Set(['cited', 'retrieved']))
})

test('about 2 % of the answers are refusals, and only the AI Overview is not shown, in about 15 % of cases', async () => {
  const chatgpt = await askMany(3000)
  const share = (answers: DriverAnswer[], status: string) =>
    answers.filter((answer) => answer.status === status).length / answers.length
  expect(share(chatgpt, 'refused')).toBeCloseTo(0.02, 2)
  expect(share(chatgpt, 'not_shown')).toBe(0)
  const overview = await askMany(3000, { id: 'google_ai_overview' })
  expect(share(overview, 'not_shown')).toBeGreaterThan(0.12)
  expect(share(overview, 'not_shown')).toBeLessThan(0.18)
  expect(overview.find(({ status }) => status === 'not_shown')).toMatchObject({ text: '', citations: [] })
})

test('the answer contains the names in the prompt, whether or not they are in the catalog', async () => {
  for (const prompt of ['Is Taskfern better than Planloom?', 'should I pick taskfern or planloom']) {
    for (const { status, text } of await askMany(20, { prompt })) {
      if (status === 'ok')
        expect([text.includes('Taskfern'), text.includes('Planloom')]).toEqual([true, true])
    }
  }
  for (const { status, text } of await askMany(20, {
    prompt: 'What do people think of Acme Rocket as a CRM?',
  })) {
    if (status === 'ok') expect(text).toContain('Acme Rocket')
  }
})

test('brand mentions change little between weeks, more over months and most between surfaces', async () => {
  const inWeek = (week: number) => new Date(monday.getTime() + week * 7 * 86_400_000)
  const base = presence(await askMany(60))
  const next = presence(await askMany(60, { askedAt: inWeek(1) }))
  const halfYear = presence(await askMany(60, { askedAt: inWeek(26) }))
  const elsewhere = presence(await askMany(60, { id: 'grok' }))
  expect(distance(base, next)).toBeLessThan(distance(base, halfYear))
  expect(distance(base, next)).toBeLessThan(distance(base, elsewhere))
})

test('the answer is marked as simulated and has the requested model', async () => {
  const ask = createAsk({ id: 'chatgpt', model: 'gpt-x' })
  const question = sampleQuestion({ prompt: 'best vpn', location: 'US', askedAt: monday })
  expect(parseAnswer(await ask(question), question)).toMatchObject({
    surface: 'simulated',
    locationApplied: 'native',
    model: { requested: 'gpt-x', reported: 'simulated-1' },
  })
})

test('the raw answer survives a JSON round trip', async () => {
  const ask = createAsk({ id: 'copilot', model: null })
  const question = sampleQuestion({ prompt: 'best vpn', location: 'US', askedAt: monday })
  const raw = await ask(question)
  expect(parseAnswer(JSON.parse(JSON.stringify(raw)), question)).toEqual(parseAnswer(raw, question))
  expect(() => parseAnswer({ driver: 'replay' }, question)).toThrow('not a raw answer')
})

test('every brand in the catalog has a unique name, one market and a domain under .example', () => {
  const all = SIMULATED_CATALOGUE.flatMap((category) => category.brands)
  expect(new Set(all.map(({ name }) => name.toLowerCase())).size).toBe(all.length)
  expect(all.filter(({ domain }) => !/^[a-z]+\.example$/.test(domain))).toEqual([])
  expect(SIMULATED_CATALOGUE.every(({ brands: { length } }) => length >= 8 && length <= 10)).toBe(true)
})
