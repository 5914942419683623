import { describe, expect, it } from 'vitest'
import { startAsyncAnalysis } from '../../src/core/async-analyses/start.ts'
import { MAXIMUM_TRIES } from '../../src/core/batches/unit-failure.ts'
import { listProviders } from '../../src/core/providers/list.ts'
import { type Reply, startPaidModel } from '../paid-model.ts'
import { createWorld } from '../world.ts'

const TOO_MANY: Reply = {
  status: 429,
  headers: { 'retry-after-ms': '1' },
  body: { error: { message: 'Rate limit reached.', code: 'rate_limit_exceeded' } },
}

describe.each([{ redis: false }, { redis: true }])(
  'a provider with a rate limit, with Redis: $redis',
  ({ redis }) => {
    it('is retried for longer than failures are, stays available, and delays no other provider', async () => {
      const refusals = MAXIMUM_TRIES + 2
      let refused = 0
      const model = await startPaidModel(() => (refused++ < refusals ? TOO_MANY : {}))
      const quickModel = await startPaidModel()
      const providers = [
        model.provider('limited', { concurrency: 1 }),
        quickModel.provider('quick', { concurrency: 1 }),
      ]
      const world = await createWorld({ providers, redis })
      try {
        const { id } = await world.organization({ credits: 100 })
        const ctx = world.member(id)
        const input = {
          brandName: 'Acme',
          prompts: ['Best?', 'Worst?', 'Any?'],
          replicates: 1,
          locations: ['US'],
        }
        const start = (provider: string) =>
          startAsyncAnalysis({ ctx, input: { ...input, providers: [provider] } })
        const { analysis } = await start('limited')
        const { analysis: quick } = await start('quick')
        expect(await world.ended(quick.analysisId ?? '')).toMatchObject({ status: 'completed' })
        // The limited provider was asked once or twice by now, because each pause is a quarter of a second.
        expect(refused).toBeLessThan(refusals)
        expect((await listProviders({ ctx }))[0]).toMatchObject({ available: true, circuit: 'closed' })
        expect(await world.ended(analysis.analysisId ?? '')).toMatchObject({
          status: 'completed',
          credits: { charged: 3, refunded: 0 },
        })
        // Questions are sent one at a time and repeated after each pause, so no other question was sent in between.
        expect(model.asked).toHaveLength(refusals + 3)
      } finally {
        await world.close()
        model.close()
        quickModel.close()
      }
    })
  },
)
