import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AppCtx } from '../../src/core/context.ts'
import { reextractProject, reextractRun } from '../../src/core/reextractions/start.ts'
import { deleteOldAnswers } from '../../src/core/retention/delete-answers.ts'
import type { Retention } from '../../src/core/retention/retention.ts'
import { setRetention } from '../../src/core/retention/set-retention.ts'
import { createWorld, type World } from '../world.ts'
import { ask } from './graphql-client.ts'
import { type Client, createClient } from './rest-client.ts'
import { createRunProject, type RunProject } from './run-project.ts'

let world: World
let client: Client
beforeAll(async () => {
  world = await createWorld()
  client = await createClient(world)
})
afterAll(() => world?.close())

/** Deletes old answers as the sweep does, some days after now. */
function deleteAfter(days: number, retention: Omit<Retention, 'logDays'>): Promise<number> {
  const { operator } = world
  const ctx: AppCtx = {
    ...operator,
    deps: { ...operator.deps, retention: { ...retention, logDays: null } },
    now: () => new Date(Date.now() + days * 86_400_000),
  }
  return deleteOldAnswers({ ctx })
}

/** Creates a project with one ended run. */
async function createProject(): Promise<RunProject & { runId: string }> {
  const project = await createRunProject(world, client, { prompts: [{ text: 'Best task manager?' }] })
  return { ...project, runId: await project.run() }
}

const QUERY = `query Run($id: ID!) { run(id: $id) { rawDeletedAt textsDeletedAt summary { mentionRate { value } }
  results(first: 5) { nodes { answer raw brand { mentioned } citations { url } } } } }`

async function shown({ key, runId }: { key: string; runId: string }) {
  const { run } = await ask(world, key, QUERY, { id: runId })
  const [result] = run.results.nodes
  return { ...run, result }
}

describe('answers older than the retention', () => {
  it('lose first their raw response and then their text, while figures, facts and sources stay', async () => {
    const project = await createProject()
    const before = await shown(project)
    expect(before).toMatchObject({ rawDeletedAt: null, textsDeletedAt: null })
    expect(before.result.answer).toEqual(expect.any(String))
    const retention = { rawDays: 30, textDays: 90 }
    await deleteAfter(29, retention)
    expect(await shown(project)).toEqual(before)

    await deleteAfter(31, retention)
    const withoutRaw = await shown(project)
    expect(withoutRaw).toMatchObject({ rawDeletedAt: expect.any(String), textsDeletedAt: null })
    expect(withoutRaw.result).toEqual({ ...before.result, raw: null })

    await deleteAfter(91, retention)
    const withoutText = await shown(project)
    expect(withoutText.textsDeletedAt).toEqual(expect.any(String))
    expect(withoutText.summary).toEqual(before.summary)
    expect(withoutText.result).toEqual({ ...before.result, raw: null, answer: null })
    expect(
      await world.operator.db.prisma.artifact.count({ where: { result: { batchId: project.runId } } }),
    ).toBe(0)
  })

  it('can no longer be extracted again, and the error and the run say so', async () => {
    const project = await createProject()
    const ctx = world.member(project.organizationId)
    await deleteAfter(31, { rawDays: null, textDays: 30 })
    await expect(reextractRun({ ctx, input: { runId: project.runId } })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringMatching(/^The texts of this run were deleted on \d{4}-\d\d-\d\d/),
    })
    const { parts } = await reextractProject({ ctx, input: { projectId: project.projectId } })
    expect(parts).toEqual([])
  })

  it('are kept forever without a retention, and an organization can have its own', async () => {
    const kept = await createProject()
    const own = await createProject()
    await deleteAfter(10_000, { rawDays: null, textDays: null })
    expect((await shown(kept)).rawDeletedAt).toBeNull()
    const { organizationId } = own
    await setRetention({ ctx: world.operator, input: { organizationId, textDays: 7 } })
    await deleteAfter(8, { rawDays: null, textDays: null })
    expect((await shown(own)).textsDeletedAt).toEqual(expect.any(String))
    expect((await shown(kept)).textsDeletedAt).toBeNull()
    await setRetention({ ctx: world.operator, input: { organizationId, textDays: null } })
  })
})
