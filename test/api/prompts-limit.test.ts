import { expect, it } from 'vitest'
import { setPlan } from '../../src/core/organizations/set-plan.ts'
import { useWorld } from './project-client.ts'

const { world, createProject } = useWorld()

const refusal = { error: { code: 'PROMPT_LIMIT_EXCEEDED', message: expect.stringContaining('10 prompts') } }
const ten = Array.from({ length: 10 }, (_, index) => `prompt ${index}`)

it('fifty concurrent requests create exactly as many prompts as the plan allows', async () => {
  const { call } = await createProject({ plan: 'free' })
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => call('POST /v1/prompts', { text: `prompt ${index}` })),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(10)
  for (const { status, body } of answers.filter(({ status }) => status !== 201)) {
    expect(status).toBe(403)
    expect(body).toEqual(refusal)
  }
  expect((await call('GET /v1/prompts')).body.data).toHaveLength(10)
})

it('concurrent single creations and batches share the limit', async () => {
  const { call } = await createProject({ plan: 'free' })
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) => [
      call('POST /v1/prompts', { text: `single ${index}` }),
      call('POST /v1/prompts/batch', { create: [`batch ${index} a`, `batch ${index} b`] }),
    ]).flat(),
  )
  const createdCount = answers.reduce((sum, { status, body }) => {
    return sum + (status === 201 ? 1 : status === 200 ? body.data.created.length : 0)
  }, 0)
  expect(createdCount).toBe(10)
  expect((await call('GET /v1/prompts')).body.data).toHaveLength(10)
})

it('the limit is checked before conflicts and after missing prompts', async () => {
  const { call, prompts } = await createProject({ plan: 'free' })
  const [first] = await prompts(...ten)
  expect((await call('POST /v1/prompts', { text: 'prompt 0' })).body).toEqual(refusal)
  const missing = { create: ['more'], delete: [(await createProject()).projectId] }
  expect((await call('POST /v1/prompts/batch', missing)).status).toBe(404)
  const { status, body } = await call('POST /v1/prompts/batch', { create: ['a', 'b'], delete: [first?.id] })
  expect(status).toBe(403)
  expect(body).toEqual(refusal)
})

it('prompts that a batch deletes make room for the prompts it creates', async () => {
  const { call, prompts } = await createProject({ plan: 'free' })
  const [first] = await prompts(...ten)
  const { status } = await call('POST /v1/prompts/batch', { create: ['prompt 0'], delete: [first?.id] })
  expect(status).toBe(200)
})

it('PUT /v1/settings respects the limit and changes no other setting when it refuses', async () => {
  const { call } = await createProject({ plan: 'free' })
  expect((await call('PUT /v1/settings', { prompts: ten })).status).toBe(200)
  const { status, body } = await call('PUT /v1/settings', {
    prompts: [...ten, 'one more'],
    competitors: ['Boardly'],
    enabled: true,
  })
  expect(status).toBe(403)
  expect(body).toEqual(refusal)
  expect((await call('GET /v1/project')).body.data.competitors).toEqual([])
  expect((await call('PUT /v1/settings', {})).body.data.schedule.enabled).toBe(false)
})

it("prompts of a project above the plan's limit can still be changed and deleted", async () => {
  const { call, prompts, organizationId } = await createProject()
  const [first, second] = await prompts(...ten, 'eleven', 'twelve')
  await setPlan({ ctx: world().operator, input: { organizationId, plan: 'free' } })
  expect((await call(`PATCH /v1/prompts/${first?.id}`, { text: 'changed' })).status).toBe(200)
  const smaller = { delete: [second?.id], update: [{ id: first?.id, text: 'again' }] }
  expect((await call('POST /v1/prompts/batch', smaller)).status).toBe(200)
  expect((await call('POST /v1/prompts', { text: 'new' })).body).toEqual(refusal)
})
