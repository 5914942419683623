import { expect, it } from 'vitest'
import { startAsyncAnalysis } from '../../src/core/async-analyses/start.ts'
import { startHeldModel } from '../held-model.ts'
import { startPaidModel } from '../paid-model.ts'
import { createWorld } from '../world.ts'

it.each([{ redis: false }, { redis: true }])(
  'a provider that never responds does not block questions to another provider, with Redis: $redis',
  async ({ redis }) => {
    const hanging = await startHeldModel()
    const quick = await startPaidModel()
    const providers = [
      { ...hanging.provider, options: { concurrency: 20 } },
      quick.provider('quick', { concurrency: 1 }),
    ]
    const world = await createWorld({ providers, redis })
    try {
      const { id } = await world.organization({ credits: 1_000 })
      const start = (provider: string, prompts: number) =>
        startAsyncAnalysis({
          ctx: world.member(id),
          input: {
            brandName: 'Acme',
            prompts: Array.from({ length: prompts }, (_, n) => `Best, ${n}?`),
            replicates: 1,
            providers: [provider],
            locations: ['US'],
          },
        })
      const { analysis: held } = await start('held', 40)
      // The provider's concurrency limit is used up, and the same number of questions are waiting.
      await hanging.waiting(20)
      const { analysis } = await start('quick', 30)
      expect(await world.ended(analysis.analysisId ?? '')).toMatchObject({ status: 'completed' })
      expect(quick.asked).toHaveLength(30)
      const batch = await world.operator.db.prisma.batch.findUniqueOrThrow({ where: { id: held.id } })
      expect(batch).toMatchObject({ status: 'running', completed: 0, failed: 0 })
    } finally {
      hanging.close()
      await world.close()
      quick.close()
    }
  },
)
