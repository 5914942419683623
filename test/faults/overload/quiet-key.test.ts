import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Outcomes } from './generator.ts'
import { startGenerator } from './generators.ts'
import type { BusyInstallation } from './installation.ts'
import { requestsFor } from './requests.ts'
import { openTestInstallation } from './test-installation.ts'

/** More than a process can serve on any machine: its connections are always busy. */
const RATE = 5_000
const CONNECTIONS = 500
/** Longer than the time after which a process counts as overloaded. */
const SECONDS = 8
/** Maximum growth of the server's memory, in megabytes. */
const MAX_GROWTH = 200

let installation: BusyInstallation
beforeAll(async () => {
  installation = await openTestInstallation({
    keys: 21,
    environment: { LOG_LEVEL: 'error', NODE_OPTIONS: '--max-old-space-size=256' },
  })
})
afterAll(async () => {
  await installation?.close()
})

test('during a flood of 20 keys, a quiet key is never refused, bulk is refused before interactive requests, and memory is bounded', async () => {
  const { url, run, memory } = installation
  const [quietKey = '', ...keys] = installation.keys
  const requests = requestsFor(run)
  const small = requests.filter(({ priority }) => priority === 'interactive')
  const generator = startGenerator({ background: true })
  const quietClient = startGenerator()
  const load = { url, keys, requests, connections: CONNECTIONS }
  await generator.run({ ...load, connections: 8, rate: null, seconds: 2 })
  const before = memory()
  const [flood, quiet] = await Promise.all([
    generator.run({ ...load, rate: RATE, seconds: SECONDS }),
    quietClient.run({ ...load, keys: [quietKey], requests: small, rate: 5, seconds: SECONDS }),
  ])
  generator.stop()
  quietClient.stop()
  expect(quiet.outcomes.interactive).toEqual({ served: 5 * SECONDS, refused: 0, failed: 0 })
  expect(flood.statuses).toEqual({})
  const { interactive, bulk } = flood.outcomes
  expect(interactive.served).toBeGreaterThan(0)
  expect(shareRefused(bulk)).toBeGreaterThan(shareRefused(interactive))
  expect(memory() - before).toBeLessThan(MAX_GROWTH)
})

function shareRefused({ served, refused }: Outcomes): number {
  return refused / (served + refused)
}
