import { expect, test } from 'vitest'
import type { ProviderAnswer } from '../driver.ts'
import { sampleQuestion } from '../sample-providers.ts'
import { createAsk } from './ask.ts'
import { SIMULATED_CATALOGUE } from './catalogue.ts'
import { readAnswer } from './read.ts'

const monday = new Date('2026-11-16T00:00:00Z')

interface Asked {
  prompt?: string
  id?: string
  location?: string
  replicate?: number
  askedAt?: Date
}

async function ask(asked: Asked = {}): Promise<ProviderAnswer> {
  const { prompt = 'best project management software', id = 'chatgpt', ...rest } = asked
  const question = sampleQuestion({ prompt, location: 'US', askedAt: monday, ...rest })
  return readAnswer(await createAsk({ id, model: null })(question), question)
}

async function askMany(count: number, asked: Asked = {}): Promise<ProviderAnswer[]> {
  const replicates = Array.from({ length: count }, (_, index) => index + 1)
  return Promise.all(replicates.map((replicate) => ask({ ...asked, replicate })))
}

const brands = SIMULATED_CATALOGUE[0]?.brands ?? []
function presence(answers: ProviderAnswer[]): number[] {
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

test('every citation span covers a visible reference in the text, or a whole statement', async () => {
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

test('a numbered reference has the position of its source', async () => {
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

test('about one answer in fifty is a refusal, and only the overview is not_shown, about one time in seven', async () => {
  const chatgpt = await askMany(3000)
  const share = (answers: ProviderAnswer[], status: string) =>
    answers.filter((answer) => answer.status === status).length / answers.length
  expect(share(chatgpt, 'refused')).toBeCloseTo(0.02, 2)
  expect(share(chatgpt, 'not_shown')).toBe(0)
  const overview = await askMany(3000, { id: 'google_ai_overview' })
  expect(share(overview, 'not_shown')).toBeGreaterThan(0.12)
  expect(share(overview, 'not_shown')).toBeLessThan(0.18)
  expect(overview.find(({ status }) => status === 'not_shown')).toMatchObject({ text: '', citations: [] })
})

test('names in the prompt are in the answer, whether or not the catalogue has them', async () => {
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

test('the presence of brands changes little between weeks, more over months and most between surfaces', async () => {
  const inWeek = (week: number) => new Date(monday.getTime() + week * 7 * 86_400_000)
  const base = presence(await askMany(60))
  const next = presence(await askMany(60, { askedAt: inWeek(1) }))
  const halfYear = presence(await askMany(60, { askedAt: inWeek(26) }))
  const elsewhere = presence(await askMany(60, { id: 'grok' }))
  expect(distance(base, next)).toBeLessThan(distance(base, halfYear))
  expect(distance(base, next)).toBeLessThan(distance(base, elsewhere))
})

test('the answer states that it is simulated, and has the requested model', async () => {
  const ask = createAsk({ id: 'chatgpt', model: 'gpt-x' })
  const question = sampleQuestion({ prompt: 'best vpn', location: 'US', askedAt: monday })
  expect(readAnswer(await ask(question), question)).toMatchObject({
    surface: 'simulated',
    locationApplied: 'native',
    model: { requested: 'gpt-x', reported: 'simulated-1' },
  })
})

test('the raw answer survives storage as JSON', async () => {
  const ask = createAsk({ id: 'copilot', model: null })
  const question = sampleQuestion({ prompt: 'best vpn', location: 'US', askedAt: monday })
  const raw = await ask(question)
  expect(readAnswer(JSON.parse(JSON.stringify(raw)), question)).toEqual(readAnswer(raw, question))
  expect(() => readAnswer({ driver: 'replay' }, question)).toThrow('not a raw answer')
})

test('every brand of the catalogue has one name, one market and a domain under .example', () => {
  const all = SIMULATED_CATALOGUE.flatMap((category) => category.brands)
  expect(new Set(all.map(({ name }) => name.toLowerCase())).size).toBe(all.length)
  expect(all.filter(({ domain }) => !/^[a-z]+\.example$/.test(domain))).toEqual([])
  expect(SIMULATED_CATALOGUE.every(({ brands: { length } }) => length >= 8 && length <= 10)).toBe(true)
})
