import { watchBatch } from '../../src/core/batches/watch.ts'
import type { Ctx } from '../../src/core/context.ts'
import { newId } from '../../src/core/ids.ts'
import { canonicalKey } from '../../src/core/text.ts'
import type { World } from '../world.ts'
import type { Call, Client } from './rest-client.ts'

export interface AskedPrompt {
  text: string
  providers?: string[]
  locations?: string[]
  tags?: string[]
}

/** A project with prompts, of an organization of its own. */
export interface RunPlace {
  organizationId: string
  projectId: string
  key: string
  organizationKey: string
  call(request: Parameters<Client>[0], more?: Call): ReturnType<Client>
  /** Resolves once the run has ended. */
  ended(runId: string): Promise<void>
  /** Starts a run by hand over REST, and waits for its end. */
  run(): Promise<string>
  /** Forgets when runs were made, so that another may be made by hand. */
  freeManualRun(): Promise<void>
}

/** Makes a place; `prompts` are asked chatgpt for US unless they say otherwise. */
export async function createRunPlace(
  world: World,
  client: Client,
  {
    plan = 'pro',
    prompts = [],
    competitors = [],
  }: { plan?: 'free' | 'pro'; prompts?: AskedPrompt[]; competitors?: string[] } = {},
): Promise<RunPlace> {
  const { id: organizationId } = await world.organization({ plan })
  const { id: projectId } = await world.project({ organizationId, competitors })
  const { key } = await world.projectKey(projectId)
  const { key: organizationKey } = await world.organizationKey(organizationId, { admin: true })
  const { prisma } = world.operator.db
  for (const prompt of prompts) await insertPrompt(world, projectId, prompt)
  const member: Ctx = {
    ...world.operator,
    actor: { type: 'member', userId: newId(), organizationId, role: 'admin' },
  }
  const call: RunPlace['call'] = (request, more = {}) => client(request, { key, ...more })
  const ended = async (runId: string) => {
    for await (const _ of watchBatch(member, runId)) {
      // Only the end counts.
    }
  }
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

/** A prompt, put where the endpoints would put it. */
export async function insertPrompt(
  world: World,
  projectId: string,
  { text, providers = ['chatgpt'], locations = ['US'], tags = [] }: AskedPrompt,
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
