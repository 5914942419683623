import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '../../src/core/foundation/ids.ts'
import { executeRun } from '../../src/process/demo/run.ts'
import { ask } from '../api/graphql-client.ts'
import { copyProject } from '../scale/copy-project.ts'
import { createWorld, type World } from '../world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ workers: false })
})
afterAll(() => world?.close())

const FIGURES = `{ viewer { project {
  name
  competitors(first: 10) { nodes { name } }
  prompts(first: 10) { nodes { text metrics { summary { mentionRate { numerator denominator } } } } }
  runs(first: 10) { totalCount nodes {
    status summary { mentionRate { numerator denominator } }
    results(first: 50) { nodes { status answer brand { mentioned } competitors { name mentioned } } } } }
  trends(last: 10) { nodes { mentionRate { numerator denominator } entities { name } } } } } }`

it('a project that `npm run generate` copies has the same answers and figures as the original', async () => {
  const { prisma, pool } = world.operator.db
  const { id: organizationId } = await world.organization()
  const { id: projectId } = await world.project({ organizationId, competitors: ['Planloom', 'Quillstack'] })
  const texts = ['Best project management software?', 'Best tool for small teams?']
  await prisma.prompt.createMany({
    data: texts.map((text) => ({
      id: newId(),
      projectId,
      text,
      providers: ['chatgpt', 'grok'],
      locations: ['US'],
    })),
  })
  const batchIds = [await executeRun(world.operator, projectId), await executeRun(world.operator, projectId)]
  const competitors = await prisma.competitor.findMany({ where: { projectId } })
  const client = await pool.connect()
  const competitorIds = competitors.map(({ id }) => id)
  await copyProject(client, { organizationId, projectId, batchIds, competitorIds }, 2).finally(() =>
    client.release(),
  )
  const copy = await prisma.project.findFirstOrThrow({ where: { id: { not: projectId } } })
  expect(copy.organizationId).not.toBe(organizationId)
  const [original, copied] = await Promise.all(
    [projectId, copy.id].map(async (id) => ask(world, (await world.projectKey(id)).key, FIGURES)),
  )
  expect(original.viewer.project.runs.totalCount).toBe(2)
  expect(copied).toEqual(original)
})
