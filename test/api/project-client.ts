import { beforeAll } from 'vitest'
import { newId } from '../../src/core/foundation/ids.ts'
import { createWorld, type World, type WorldOptions } from '../world.ts'
import { type Call, type Client, createClient } from './rest-client.ts'

/** A project in a new organization, and a REST client with its key. */
export interface ProjectClient {
  organizationId: string
  projectId: string
  key: string
  /** Sends a request with the key of the project. */
  call(request: Parameters<Client>[0], json?: unknown, more?: Call): ReturnType<Client>
  /** Creates prompts with these texts and returns them in the same order. */
  prompts(...texts: string[]): Promise<{ id: string; text: string }[]>
}

/** Opens one world without workers for all tests of the file, and closes it after them. */
export function useWorld(options: WorldOptions = {}): {
  world(): World
  client(): Client
  createProject(options?: { plan?: 'free' | 'pro' }): Promise<ProjectClient>
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
    async createProject({ plan = 'pro' } = {}) {
      const { id: organizationId } = await get(world).organization({ plan })
      const { id: projectId } = await get(world).project({ organizationId })
      const { key } = await get(world).projectKey(projectId)
      const call: ProjectClient['call'] = (request, json, more = {}) =>
        get(client)(request, { key, ...(json !== undefined && { json }), ...more })
      const prompts = async (...texts: string[]) => {
        const { body } = await call('POST /v1/prompts/batch', { create: texts })
        return body.data.created
      }
      return { organizationId, projectId, key, call, prompts }
    },
  }
}

/** An id without an object. */
export const UNKNOWN_ID = newId()
