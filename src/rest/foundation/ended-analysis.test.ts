import { describe, expect, it } from 'vitest'
import { asSystemBatchId } from '../../core/access/visible.ts'
import type { BatchRecord } from '../../core/batches/row.ts'
import type { AppCtx } from '../../core/context.ts'
import { endedAnalysis } from './ended-analysis.ts'

const ANALYSIS: BatchRecord = {
  id: asSystemBatchId('batch-1'),
  analysisId: 'aa_X',
  kind: 'async',
  trigger: 'api',
  projectId: null,
  status: 'completed',
  cancelled: false,
  brandName: 'Täskfern "quoted"',
  seq: 3,
  progress: { total: 2, completed: 2, failed: 0 },
  stopWhen: null,
  personas: [],
  rounds: null,
  credits: { reserved: 2, charged: 2, refunded: 0 },
  costUsd: null,
  summary: null,
  reextractedAt: null,
  createdAt: new Date('2026-03-02T09:30:00Z'),
  startedAt: new Date('2026-03-02T09:30:01Z'),
  finishedAt: new Date('2026-03-02T09:30:02Z'),
  rawDeletedAt: null,
  textsDeletedAt: null,
}

/** A fake database with `total` results. It counts the rows read and fails from `failAfter` on. */
function contextWith(total: number, { failAfter = Number.POSITIVE_INFINITY } = {}) {
  const state = { read: 0, largest: 0, logged: 0 }
  const ctx = {
    requestId: 'request-1',
    deps: { logger: { error: () => (state.logged += 1) } },
    db: {
      pool: {
        async query({ values: [, after, , limit] }: { values: [string, number, number, number] }) {
          if (after + 1 >= failAfter) throw new Error('gone')
          const ordinals = Array.from({ length: total }, (_, ordinal) => ordinal)
          const rows = ordinals.slice(after + 1, after + 1 + limit).map((ordinal) => ({
            id: `r${ordinal}`,
            batchId: ANALYSIS.id,
            provider: 'chatgpt',
            ordinal,
            answer: 'Grüße 🌿',
            raw: { sent: ordinal },
            answeredAt: null,
            observation: null,
          }))
          state.read += rows.length
          state.largest = Math.max(state.largest, rows.length)
          return { rows }
        },
      },
    },
  } as unknown as AppCtx
  return { ctx, state }
}

const collect = async (ctx: AppCtx, includeRaw = false) =>
  JSON.parse(await new Response(await endedAnalysis(ctx, ANALYSIS, { includeRaw })).text())

describe('the body of an ended analysis', () => {
  it.each([0, 1, 499, 500, 501, 1_000, 10_000])(
    'is one JSON document with all %i results in order',
    async (total) => {
      const { ctx, state } = contextWith(total)
      const { data } = await collect(ctx)
      expect(data).toMatchObject({ analysisId: 'aa_X', brandName: 'Täskfern "quoted"', summary: null })
      expect(data.results.map(({ id }: { id: string }) => id)).toEqual(
        Array.from({ length: total }, (_, n) => `r${n}`),
      )
      expect(state.largest).toBeLessThanOrEqual(500)
    },
  )

  it('contains raw artifacts only on request, and then reads fewer results at a time', async () => {
    const plain = await collect(contextWith(30).ctx)
    expect(plain.data.results[0]).not.toHaveProperty('raw')
    const { ctx, state } = contextWith(30)
    const { data } = await collect(ctx, true)
    expect(data.results[29].raw.response.body).toEqual({ sent: 29 })
    expect(state.largest).toBe(25)
  })

  it('is read from the database no faster than the client reads it', async () => {
    const { ctx, state } = contextWith(10_000)
    const reader = (await endedAnalysis(ctx, ANALYSIS, { includeRaw: false })).getReader()
    await reader.read()
    await reader.read()
    expect(state.read).toBeLessThanOrEqual(1_500)
    await reader.cancel()
    const read = state.read
    expect(await reader.read()).toEqual({ done: true, value: undefined })
    expect(state.read).toBe(read)
  })

  it('is an error response if the first results cannot be read', async () => {
    const { ctx } = contextWith(10, { failAfter: 0 })
    await expect(endedAnalysis(ctx, ANALYSIS, { includeRaw: false })).rejects.toThrow('gone')
  })

  it('ends early and logs the error if later results cannot be read', async () => {
    const { ctx, state } = contextWith(1_000, { failAfter: 500 })
    await expect(collect(ctx)).rejects.toThrow('gone')
    expect(state.logged).toBe(1)
  })
})
