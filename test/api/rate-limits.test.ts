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
  'a provider that limits the rate, with Redis: $redis',
  ({ redis }) => {
    it('is waited for longer than failures are tried again, is not unavailable, and delays no other provider', async () => {
      const refusals = MAXIMUM_TRIES + 2
      let refused = 0
      const model = await startPaidModel(() => (refused++ < refusals ? TOO_MANY : {}))
      const other = await startPaidModel()
      const providers = [
        model.provider('limited', { concurrency: 1 }),
        other.provider('quick', { concurrency: 1 }),
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
        // The limited one has been asked once or twice by now, and each pause is a quarter of a second.
        expect(refused).toBeLessThan(refusals)
        expect((await listProviders({ ctx }))[0]).toMatchObject({ available: true, circuit: 'closed' })
        expect(await world.ended(analysis.analysisId ?? '')).toMatchObject({
          status: 'completed',
          credits: { charged: 3, refunded: 0 },
        })
        // One question at a time, again after each pause: no other question was sent meanwhile.
        expect(model.asked).toHaveLength(refusals + 3)
      } finally {
        await world.close()
        model.close()
        other.close()
      }
    })
  },
)
