import { expect, it } from 'vitest'
import type { AnswerRow } from '../model/row.ts'
import { promptRowsOf } from './cells.ts'

const UNREAD = {
  sentiment: { label: null, reason: null },
  recommendation: { recommended: false, strength: null, rank: null, listSize: null },
}

let made = 0
function result(prompt: string, provider: string, more: Partial<AnswerRow> = {}): AnswerRow {
  made += 1
  return {
    id: String(made),
    databaseId: String(made),
    promptText: prompt,
    promptId: `id of ${prompt}`,
    status: 'OK',
    location: 'US',
    persona: null,
    replicate: 1,
    simulated: false,
    provider: { id: provider, token: provider, label: provider },
    brand: { ...UNREAD, mentioned: false, denied: false, position: null },
    competitors: [],
    ...more,
  }
}
const naming = (...names: string[]): Partial<AnswerRow> => ({
  competitors: names.map((name) => ({
    competitorId: name,
    name,
    mentioned: true,
    position: 1,
    ...UNREAD,
  })),
})
const MENTIONED = { brand: { ...UNREAD, mentioned: true, denied: false, position: 1 } }

it('counts who is mentioned for each prompt and provider, in the order of the prompts', () => {
  const rows = promptRowsOf([
    result('first', 'chatgpt', { ...MENTIONED, ...naming('Globex') }),
    result('first', 'chatgpt', naming('Initech', 'Globex')),
    result('first', 'gemini', { status: 'REFUSED', brand: null }),
    result('second', 'chatgpt'),
  ])
  expect(rows.map(({ text, promptId }) => [text, promptId])).toEqual([
    ['first', 'id of first'],
    ['second', 'id of second'],
  ])
  expect(rows[0]?.cells.get('chatgpt')).toEqual({
    answers: 2,
    named: 1,
    others: [
      { name: 'Globex', answers: 2 },
      { name: 'Initech', answers: 1 },
    ],
    status: 'OK',
  })
  expect(rows[0]?.cells.get('gemini')).toEqual({ answers: 0, named: 0, others: [], status: 'REFUSED' })
  expect([...(rows[1]?.cells.keys() ?? [])]).toEqual(['chatgpt'])
})
