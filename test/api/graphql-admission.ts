import { expect } from 'vitest'
import { createWorld, type World } from '../world.ts'

/** RATE_LIMIT_PER_MINUTE in `openRateLimitedWorld`. */
export const PER_MINUTE = 20

export const TYPENAME = { query: '{ __typename }' }

/** Opens a world with a low rate limit. */
export function openRateLimitedWorld(): Promise<World> {
  return createWorld({ workers: false, environment: { RATE_LIMIT_PER_MINUTE: String(PER_MINUTE) } })
}

/** Creates a key that has not been used yet. */
export async function newKey(world: World): Promise<{ id: string; key: string }> {
  const { id } = await world.organization({ plan: 'pro', credits: 10 })
  return world.organizationKey(id)
}

/** Expects the rate-limit headers and the request id of a response. */
export function expectRate(headers: Headers, remaining: number): void {
  expect(headers.get('x-ratelimit-limit')).toBe(String(PER_MINUTE))
  expect(headers.get('x-ratelimit-remaining')).toBe(String(remaining))
  expect(Number(headers.get('x-ratelimit-reset'))).toBeGreaterThan(Date.now() / 1000 - 1)
  expect(headers.get('x-request-id')).toMatch(/^[\x21-\x7e]{1,64}$/)
}
