import { beforeAll } from 'vitest'
import { newId } from '../../src/core/ids.ts'
import { createWorld, type World, type WorldOptions } from '../world.ts'
import { type Call, type Client, createClient } from './rest-client.ts'

/** A project of an organization of its own, and what a test does with it. */
export interface Place {
  organizationId: string
  projectId: string
  key: string
  /** Calls with the key of the project. */
  call(request: Parameters<Client>[0], json?: unknown, more?: Call): ReturnType<Client>
  /** Makes prompts with these texts; resolves with them in this order. */
  prompts(...texts: string[]): Promise<{ id: string; text: string }[]>
}

/** A world without workers for the tests of a file, and projects in it. */
export function useWorld(options: WorldOptions = {}): {
  world(): World
  client(): Client
  place(options?: { plan?: 'free' | 'pro' }): Promise<Place>
} {
  let world: World | undefined
  let client: Client | undefined
  beforeAll(async () => {
    world = await createWorld({ workers: false, ...options })
    client = await createClient(world)
    return () => world?.close()
  })
  const get = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('the world is not open')
    return value
  }
  return {
    world: () => get(world),
    client: () => get(client),
    async place({ plan = 'pro' } = {}) {
      const { id: organizationId } = await get(world).organization({ plan })
      const { id: projectId } = await get(world).project({ organizationId })
      const { key } = await get(world).projectKey(projectId)
      const call: Place['call'] = (request, json, more = {}) =>
        get(client)(request, { key, ...(json !== undefined && { json }), ...more })
      const prompts = async (...texts: string[]) => {
        const { body } = await call('POST /v1/prompts/batch', { create: texts })
        return body.data.created
      }
      return { organizationId, projectId, key, call, prompts }
    },
  }
}

/** An id of nothing. */
export const NOBODY = newId()
