import { expect } from 'vitest'
import { createWorld, type World } from '../world.ts'

/** Operations a key has a minute. */
export const PER_MINUTE = 20

export const TYPENAME = { query: '{ __typename }' }

/** A world whose keys have few operations a minute. */
export function openDoorWorld(): Promise<World> {
  return createWorld({ workers: false, environment: { RATE_LIMIT_PER_MINUTE: String(PER_MINUTE) } })
}

/** A key that has asked nothing yet. */
export async function newKey(world: World): Promise<{ id: string; key: string }> {
  const { id } = await world.organization({ plan: 'pro', credits: 10 })
  return world.organizationKey(id)
}

/** Expects what every answer says of the rate. */
export function expectRate(headers: Headers, remaining: number): void {
  expect(headers.get('x-ratelimit-limit')).toBe(String(PER_MINUTE))
  expect(headers.get('x-ratelimit-remaining')).toBe(String(remaining))
  expect(Number(headers.get('x-ratelimit-reset'))).toBeGreaterThan(Date.now() / 1000 - 1)
  expect(headers.get('x-request-id')).toMatch(/^[\x21-\x7e]{1,64}$/)
}
