import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import openapiTypeScript, { astToString } from 'openapi-typescript'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createWorld, type World } from '../world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

it('a client generated from the OpenAPI document compiles and performs every step of a customer', async () => {
  const document = await (await fetch(`${world.url}/v1/openapi.json`)).text()
  writeFileSync(
    join(import.meta.dirname, 'v1.ts'),
    astToString(await openapiTypeScript(document, { defaultNonNullable: false })),
  )
  const compiled = spawnSync(
    process.execPath,
    ['node_modules/@typescript/native/bin/tsc', '--noEmit', '-p', 'test/journey/tsconfig.json'],
    { encoding: 'utf8' },
  )
  expect(compiled.status, compiled.stdout).toBe(0)

  const { id: organizationId } = await world.organization({ credits: 100 })
  const { travel } = await import('./journey.ts')
  const seen = await travel({
    url: world.url,
    organizationId,
    adminKey: (await world.organizationKey(organizationId, { admin: true })).key,
    organizationKey: (await world.organizationKey(organizationId)).key,
    projectKey: async (projectId) => (await world.projectKey(projectId)).key,
  })
  expect(seen.settings.prompts).toHaveLength(2)
  expect(seen.prompts).toHaveLength(4)
  expect(seen.run).toMatchObject({ status: 'completed', brandName: 'Taskfern', trigger: 'manual' })
  // Three prompts at seven providers; the edited one in two countries.
  expect(seen.run.progress.total).toBe(3 * 7 + 2 * 2)
  expect(seen.results.map(({ prompt, location }) => [prompt, location])).toEqual([
    ['Best kanban app?', 'DE'],
    ['Best kanban app?', 'DE'],
  ])
  expect(seen.results.some(({ answer }) => (answer ?? '').length > 100)).toBe(true)
  expect(seen.trends).toHaveLength(1)
  expect(seen.trends[0]?.mentionRate.denominator).toBeGreaterThan(0)
  expect(seen.analysis).toMatchObject({
    status: 'completed',
    credits: { reserved: 2, charged: 2, refunded: 0 },
  })
  expect(seen.volume.creditsCharged).toBe(40)
  expect(seen.renamed.displayName).toBe('Taskfern (archived)')
  expect(seen.deleted).toEqual({ id: seen.created.id, deleted: true })
}, 120_000)
