import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type LoopbackVendor, openLoopbackVendor } from '../../../test/providers/wire-server.ts'
import type { JsonValue, RawAnswer } from '../../core/provider-port/driver.ts'
import { sampleQuestion } from '../sample-providers.ts'
import { createAsk } from './ask.ts'
import { parseAnswer } from './parse.ts'
import { settingsSchema } from './settings.ts'

let vendor: LoopbackVendor
beforeAll(async () => {
  vendor = await openLoopbackVendor()
})
afterAll(() => vendor.close())
beforeEach(() => {
  vendor.requests = []
})

const ANNOUNCED = [
  { type: 'text', text: 'Let me search for that.' },
  { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'crm' } },
]
const RESULTS = [
  {
    type: 'web_search_tool_result',
    tool_use_id: 'srvtoolu_1',
    content: [{ type: 'web_search_result', url: 'https://crm.example/', title: 'CRM' }],
  },
]
const ANSWER = [{ type: 'text', text: 'Pipewell leads.' }]

const turn = (content: object[], stopReason: string) => ({
  id: 'msg_1',
  role: 'assistant',
  model: 'claude-sonnet-5-5',
  content,
  stop_reason: stopReason,
  usage: { input_tokens: 10, output_tokens: 5, server_tool_use: { web_search_requests: 1 } },
})

/** Asks the question. The vendor sends the turns in order, and repeats the last one. */
async function ask(turns: readonly object[], saved: JsonValue = null) {
  const states: JsonValue[] = []
  vendor.reply = () => ({ body: turns[Math.min(vendor.requests.length, turns.length) - 1] })
  const settings = settingsSchema.parse({ baseUrl: vendor.url })
  const raw: RawAnswer = await createAsk({ ...settings, credentials: { apiKey: 'sk-ant' } })(
    sampleQuestion({ pending: { saved, save: async (state) => void states.push(state) } }),
  )
  return { raw: { ...raw, driver: 'anthropic' }, states }
}

test('a paused turn is continued until the answer is complete, and every turn is counted', async () => {
  const { raw, states } = await ask([
    turn(ANNOUNCED, 'pause_turn'),
    turn(RESULTS, 'pause_turn'),
    turn(ANSWER, 'end_turn'),
  ])
  expect(vendor.requests.map(({ body }) => (body as { messages: unknown }).messages)).toEqual([
    [{ role: 'user', content: 'best CRM' }],
    [
      { role: 'user', content: 'best CRM' },
      { role: 'assistant', content: ANNOUNCED },
    ],
    [
      { role: 'user', content: 'best CRM' },
      { role: 'assistant', content: [...ANNOUNCED, ...RESULTS] },
    ],
  ])
  expect(states).toHaveLength(2)
  expect(parseAnswer(raw)).toMatchObject({
    status: 'ok',
    text: 'Pipewell leads.',
    citations: [{ url: 'https://crm.example/', kind: 'retrieved' }],
    searchQueries: ['crm'],
    usage: { inputTokens: 30, outputTokens: 15, searches: 3 },
    partial: false,
  })
})

test('after a restart, the saved turns are continued and not asked and paid for again', async () => {
  const { states } = await ask([turn(ANNOUNCED, 'pause_turn'), turn(RESULTS, 'end_turn')])
  vendor.requests = []
  const { raw } = await ask([turn([...RESULTS, ...ANSWER], 'end_turn')], states[0])
  expect(vendor.requests).toHaveLength(1)
  expect(vendor.requests[0]?.body).toMatchObject({
    messages: [{}, { role: 'assistant', content: ANNOUNCED }],
  })
  expect(parseAnswer(raw)).toMatchObject({ text: 'Pipewell leads.', usage: { searches: 2 } })
})

test('a turn that stays paused is continued five times, and then fails instead of counting as an answer', async () => {
  const { raw } = await ask([turn(ANNOUNCED, 'pause_turn')])
  expect(vendor.requests).toHaveLength(6)
  expect(() => parseAnswer(raw)).toThrow(
    expect.objectContaining({
      kind: 'drift',
      message: expect.stringContaining('only the announcement of a search'),
      bill: expect.objectContaining({ usage: { inputTokens: 60, outputTokens: 30, searches: 6 } }),
    }),
  )
})

test('an answer that stops at the token limit after an announcement fails', async () => {
  const { raw } = await ask([turn(ANNOUNCED, 'max_tokens')])
  expect(vendor.requests).toHaveLength(1)
  expect(() => parseAnswer(raw)).toThrow(expect.objectContaining({ kind: 'drift' }))
})
