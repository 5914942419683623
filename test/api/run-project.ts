import { newId } from '../../src/core/foundation/ids.ts'
import { canonicalKey } from '../../src/core/foundation/text.ts'
import { batchEnded, type World } from '../world.ts'
import type { Call, Client } from './rest-client.ts'

export interface PromptInput {
  text: string
  providers?: string[]
  locations?: string[]
  tags?: string[]
}

/** A project with prompts in a new organization, its keys and a REST client. */
export interface RunProject {
  organizationId: string
  projectId: string
  key: string
  organizationKey: string
  call(request: Parameters<Client>[0], more?: Call): ReturnType<Client>
  /** Waits until the run has ended. */
  ended(runId: string): Promise<void>
  /** Triggers a manual run over REST, waits until it ends, and returns its id. */
  run(): Promise<string>
  /** Turns manual runs into scheduled ones, so that the limit of manual runs allows another. */
  freeManualRun(): Promise<void>
}

/** Creates a project with prompts. By default, prompts have the provider chatgpt and the location US. */
export async function createRunProject(
  world: World,
  client: Client,
  {
    plan = 'pro',
    prompts = [],
    competitors = [],
  }: { plan?: 'free' | 'pro'; prompts?: PromptInput[]; competitors?: string[] } = {},
): Promise<RunProject> {
  const { id: organizationId } = await world.organization({ plan })
  const { id: projectId } = await world.project({ organizationId, competitors })
  const { key } = await world.projectKey(projectId)
  const { key: organizationKey } = await world.organizationKey(organizationId, { admin: true })
  const { prisma } = world.operator.db
  for (const prompt of prompts) await insertPrompt(world, projectId, prompt)
  const call: RunProject['call'] = (request, more = {}) => client(request, { key, ...more })
  const ended = async (runId: string) => void (await batchEnded(world.member(organizationId), runId))
  return {
    organizationId,
    projectId,
    key,
    organizationKey,
    call,
    ended,
    async run() {
      const { body } = await call('POST /v1/analysis/trigger')
      await ended(body.data.runId)
      return body.data.runId
    },
    async freeManualRun() {
      await prisma.batch.updateMany({ where: { projectId }, data: { trigger: 'schedule' } })
    },
  }
}

/** Inserts a prompt and its tags into the database and returns its id. */
export async function insertPrompt(
  world: World,
  projectId: string,
  { text, providers = ['chatgpt'], locations = ['US'], tags = [] }: PromptInput,
): Promise<string> {
  const { prisma } = world.operator.db
  const id = newId()
  await prisma.prompt.create({ data: { id, projectId, text, providers, locations } })
  for (const name of tags) {
    const key = canonicalKey(name)
    const tag = await prisma.tag.upsert({
      where: { projectId_key: { projectId, key } },
      create: { id: newId(), projectId, name, key },
      update: {},
    })
    await prisma.promptTag.create({ data: { promptId: id, tagId: tag.id } })
  }
  return id
}
