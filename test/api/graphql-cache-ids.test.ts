import { afterAll, beforeAll, expect, test } from 'vitest'
import type { World } from '../world.ts'
import { ask } from './graphql-client.ts'
import type { RunProject } from './run-project.ts'
import { openTwoRuns } from './two-runs.ts'

let world: World
let project: RunProject
let first: string
beforeAll(async () => {
  ;({ world, project, first } = await openTwoRuns())
})
afterAll(() => world?.close())

/** Returns all objects with an id in a response. */
function objectsIn(value: unknown, found: { id: string; content: string }[] = []) {
  if (Array.isArray(value)) for (const item of value) objectsIn(item, found)
  else if (typeof value === 'object' && value !== null) {
    if ('id' in value && typeof value.id === 'string')
      found.push({ id: value.id, content: JSON.stringify(value) })
    for (const inner of Object.values(value)) objectsIn(inner, found)
  }
  return found
}

const RATE = 'mentionRate { numerator denominator }'
const SUMMARY = `summary { id ${RATE} entities { id entityId ${RATE} } }`
const POINTS = `nodes { id runId resultCounts { total } ${RATE} entities { id entityId ${RATE} } changes { id entityId mentionRate { verdict promptCount } } }`

test('an object with other values has another id, and the same object the same id', async () => {
  const query = `query ($other: ID!) { viewer { project {
    all: trends { ${POINTS} }
    some: trends(filter: { provider: "gemini" }) { ${POINTS} }
    few: trends(entityIds: ["brand"]) { ${POINTS} }
    sources { nodes { id domain citations } }
    prompts { nodes { trends { nodes { id runId ${RATE} } } metrics { id value ${SUMMARY} } } }
    runs { nodes { ${SUMMARY} whole: metrics { id value ${SUMMARY} comparison { verdict promptCount previousRun { id } } }
      parts: metrics(scope: PROVIDER) { id value ${SUMMARY} } } }
    latestRun { comparedWith(runId: $other) { id value comparison { verdict promptCount previousRun { id } } ${SUMMARY}
      changes { id entityId mentionRate { verdict promptCount } } } }
  } } }`
  const { viewer } = await ask(world, project.key, query, { other: first })
  const objects = objectsIn(viewer)
  const contents = new Map<string, Set<string>>()
  for (const { id, content } of objects) contents.set(id, (contents.get(id) ?? new Set()).add(content))
  expect(objects.length).toBeGreaterThan(60)
  // Queries that select the same fields of an object get the same values. Some fields are selected in one place only.
  const differing = [...contents].filter(([, shown]) => {
    const values = [...shown].map((content) => JSON.parse(content) as Record<string, unknown>)
    const names = Object.keys(values[0] ?? {}).filter((name) => values.every((value) => name in value))
    return names.some((name) => new Set(values.map((value) => JSON.stringify(value[name]))).size > 1)
  })
  expect(differing).toEqual([])
  const idsIn = (value: unknown) => new Set(objectsIn(value).map(({ id }) => id))
  const { all, some, few, runs, latestRun } = viewer.project
  expect([...idsIn(all)].filter((id) => idsIn(some).has(id))).toEqual([])
  expect([...idsIn(all)].filter((id) => idsIn(few).has(id))).toEqual([])
  const [newest] = runs.nodes
  expect(newest.whole[0].summary.id).toBe(newest.summary.id)
  expect(latestRun.comparedWith[0].id).not.toBe(newest.whole[0].id)
})

test('a tag cannot select results of an analysis', async () => {
  const { prisma } = world.operator.db
  await prisma.organization.update({ where: { id: project.organizationId }, data: { creditBalance: 1 } })
  const json = { prompt: 'One?', replicates: 1, providers: ['chatgpt'], locations: ['US'] }
  const { analysisId } = (await project.call('POST /v1/async-analysis', { json })).body.data
  const query = `{ asyncAnalysis(id: "${analysisId}") { results(filter: { tag: "a" }) { totalCount } } }`
  await expect(ask(world, project.key, query)).rejects.toThrow('filter.tag')
})
