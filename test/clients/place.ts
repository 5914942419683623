import { insertPrompt } from '../api/run-place.ts'
import type { World } from '../world.ts'

/** What a client starts from: a project of an organization of its own, with prompts, and the project's key. */
export interface ClientPlace {
  projectId: string
  key: string
  /** Texts of the prompts, in their order. */
  texts: string[]
}

/** Makes a place with so many prompts. */
export async function createClientPlace(world: World, prompts: number): Promise<ClientPlace> {
  const { id: organizationId } = await world.organization({ credits: 100 })
  const { id: projectId } = await world.project({ organizationId })
  const { key } = await world.projectKey(projectId)
  const texts = Array.from({ length: prompts }, (_, index) => `Which board is number ${index}?`)
  for (const text of texts) await insertPrompt(world, projectId, { text })
  return { projectId, key, texts }
}
