import { setTimeout as pause } from 'node:timers/promises'

/**
 * Repeats assertions every 20 ms until they pass. Throws the last error after 45 s. The limit is generous, so that
 * tests do not fail on busy machines; test/bench measures speed.
 * @param within limit in milliseconds, for slower operations
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
