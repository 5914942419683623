import { vi } from 'vitest'

/**
 * Runs `work` as if so many milliseconds had passed: what this process keeps for a limited time is measured by `performance.now()`.
 * Timers run as usual.
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
