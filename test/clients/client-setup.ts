import { insertPrompt } from '../api/run-project.ts'
import type { World } from '../world.ts'

/** Test data for a client: a project with prompts in a new organization, and a project key. */
export interface ClientSetup {
  projectId: string
  key: string
  /** Texts of the prompts, in order. */
  texts: string[]
}

/** Creates a project with the given number of prompts. */
export async function createClientSetup(world: World, prompts: number): Promise<ClientSetup> {
  const { id: organizationId } = await world.organization({ credits: 100 })
  const { id: projectId } = await world.project({ organizationId })
  const { key } = await world.projectKey(projectId)
  const texts = Array.from({ length: prompts }, (_, index) => `Which board is number ${index}?`)
  for (const text of texts) await insertPrompt(world, projectId, { text })
  return { projectId, key, texts }
}
