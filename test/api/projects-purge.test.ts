import { afterAll, beforeAll, expect, it } from 'vitest'
import { readBatches } from '../../src/core/batches/read.ts'
import { transaction } from '../../src/core/foundation/transaction.ts'
import { listProjects } from '../../src/core/projects/list.ts'
import { purgeProject, sweepDeletedProjects } from '../../src/core/projects/purge.ts'
import { startRun } from '../../src/core/runs/start.ts'
import { withoutQueue } from '../queued-jobs.ts'
import { createWorld, type World } from '../world.ts'
import { ask } from './graphql-client.ts'
import { type Client, createClient } from './rest-client.ts'
import { createRunProject } from './run-project.ts'
import { runWithAnswers } from './scripted-run.ts'

let world: World
let client: Client
let prisma: World['operator']['db']['prisma']
beforeAll(async () => {
  // Without workers, the rows of a deleted project stay until a test deletes them.
  world = await createWorld({ workers: false })
  client = await createClient(world)
  prisma = world.operator.db.prisma
})
afterAll(() => world?.close())

/** Deletes a project with a run whose rows still exist. */
async function deleteProjectWithRun() {
  const prompts = ['Best?', 'Cheapest?'].map((text) => ({ text, locations: ['US', 'DE'] }))
  const project = await createRunProject(world, client, { prompts })
  const runId = await runWithAnswers(world, project, () => ({ brand: 1 }))
  const { organizationKey: key } = project
  const { status } = await client(`DELETE /v1/projects/${project.projectId}`, { key })
  expect(status).toBe(200)
  return { ...project, runId }
}

const rowsOf = async (projectId: string) => ({
  projects: await prisma.project.count({ where: { id: projectId } }),
  prompts: await prisma.prompt.count({ where: { projectId } }),
  results: await prisma.result.count({ where: { batch: { projectId } } }),
})

it('a deleted project is invisible on all surfaces while its rows still exist', async () => {
  const { projectId, organizationId, organizationKey, key, runId } = await deleteProjectWithRun()
  expect(await rowsOf(projectId)).toEqual({ projects: 1, prompts: 2, results: 4 })
  expect((await client(`DELETE /v1/projects/${projectId}`, { key: organizationKey })).status).toBe(404)
  // The key may still be cached, but finds nothing.
  expect((await client(`GET /v1/analysis/runs/${runId}`, { key })).status).toBe(404)
  const sibling = await world.project({ organizationId })
  const siblingKey = await world.projectKey(sibling.id)
  for (const id of [`Run:${runId}`, `Project:${projectId}`]) {
    const globalId = Buffer.from(id).toString('base64')
    const { node } = await ask(world, siblingKey.key, `{ node(id: "${globalId}") { id } }`)
    expect(node).toBeNull()
  }
  const page = { size: 10, backward: false, after: null, before: null }
  for (const ctx of [world.member(organizationId), world.operator]) {
    const projects = await listProjects({ ctx, input: { page } })
    expect(projects.map(({ id }) => id)).not.toContain(projectId)
  }
  const ctx = world.member(organizationId)
  const [run] = await readBatches(ctx, { id: runId })
  expect(run).toBeUndefined()
})

it('its rows are deleted by the job that the sweep queues, also if it runs twice at the same time', async () => {
  const kept = await createRunProject(world, client, { prompts: [{ text: 'Best?' }] })
  await runWithAnswers(world, kept, () => ({ brand: 1 }))
  const { projectId } = await deleteProjectWithRun()
  const { ctx, queued } = withoutQueue(world.operator)
  await sweepDeletedProjects({ ctx })
  expect(queued).toContainEqual({ name: 'purge-project', projectId })
  const input = { projectId }
  await Promise.all([1, 2].map(() => purgeProject({ ctx, input })))
  expect(await rowsOf(projectId)).toEqual({ projects: 0, prompts: 0, results: 0 })
  expect(await rowsOf(kept.projectId)).toEqual({ projects: 1, prompts: 1, results: 1 })
})

it('a job for a project that was not deleted has no effect', async () => {
  const kept = await createRunProject(world, client, { prompts: [{ text: 'Best?' }] })
  await runWithAnswers(world, kept, () => ({ brand: 1 }))
  await purgeProject({ ctx: world.operator, input: { projectId: kept.projectId } })
  expect(await rowsOf(kept.projectId)).toEqual({ projects: 1, prompts: 1, results: 1 })
})

it('runs and analyses of a project that is being deleted are refused', async () => {
  const { projectId } = await deleteProjectWithRun()
  const start = transaction(world.operator, (tx) => startRun(tx, { projectId, trigger: 'schedule' }))
  await expect(start).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
