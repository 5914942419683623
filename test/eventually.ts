import { vi } from 'vitest'

/**
 * Repeats assertions until they hold, every 20 ms; fails with the last error after 45 s, which is generous on purpose: a busy
 * machine must not fail a test whose guarantee is not a time. For a guarantee in time pass it as `within`, in milliseconds.
 */
export function eventually<T>(check: () => T | Promise<T>, { within = 45_000 } = {}): Promise<T> {
  return vi.waitFor(check, { timeout: within, interval: 20 })
}
