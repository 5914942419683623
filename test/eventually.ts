import { setTimeout as pause } from 'node:timers/promises'

/**
 * Repeats assertions until they hold, every 20 ms; fails with the last error after 45 s. That is generous on purpose: a busy
 * machine must not fail a test. How fast something happens is measured in test/bench.
 * @param within for what takes longer, in milliseconds
 */
export async function eventually<T>(check: () => T | Promise<T>, { within = 45_000 } = {}): Promise<T> {
  const last = performance.now() + within
  for (;;) {
    try {
      return await check()
    } catch (error) {
      if (performance.now() > last) throw error
    }
    await pause(20)
  }
}
