import { vi } from 'vitest'

/**
 * Runs `work` with `performance.now()` moved forward by some milliseconds. This expires caches of the process, which
 * use that clock. Timers are not affected.
 */
export async function later<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  const now = performance.now.bind(performance)
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + milliseconds)
  try {
    return await work()
  } finally {
    clock.mockRestore()
  }
}
