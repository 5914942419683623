import { expect, it } from 'vitest'
import type { Ctx } from '../foundation/context.ts'
import type { ExtractionDeps } from '../observations/extraction-threads.ts'
import type { Provider } from '../provider-port/registry.ts'
import { inTurn } from './extraction-turns.ts'

/** Extracts answers that arrive at the same time, and returns how many were extracted in a thread. */
async function countInThreads(answers: number, { isStarted }: { isStarted: boolean }): Promise<number> {
  const extractionThreads = { size: 2, isStarted: () => isStarted }
  const ctx = { deps: { extractionThreads } } as unknown as Ctx<ExtractionDeps>
  const provider = { id: 'chatgpt' } as Provider
  const extracted = await Promise.all(
    Array.from({ length: answers }, () =>
      inTurn(ctx, provider, 'interactive', async ({ inThread }) => inThread),
    ),
  )
  return extracted.filter((inThread) => inThread).length
}

it('a few answers are extracted on the event loop', async () => {
  expect(await countInThreads(20, { isStarted: false })).toBe(0)
})

it('answers are extracted in threads while 50 others wait', async () => {
  const inThreads = await countInThreads(120, { isStarted: false })
  expect(inThreads).toBeGreaterThanOrEqual(60)
  expect(inThreads).toBeLessThan(120)
})

it('every answer is extracted in a thread while threads run', async () => {
  expect(await countInThreads(20, { isStarted: true })).toBe(20)
})
