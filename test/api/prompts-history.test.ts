import { expect, it } from 'vitest'
import { transaction } from '../../src/core/foundation/transaction.ts'
import { startRun } from '../../src/core/runs/start.ts'
import { useWorld } from './project-client.ts'

const { world, createProject } = useWorld()

it('results keep their text, tags and prompt after the prompt is changed or deleted', async () => {
  const { call, projectId } = await createProject()
  const create = [{ text: 'deleted', tags: ['t'] }, 'changed']
  const { created } = (await call('POST /v1/prompts/batch', { create })).body.data
  const ctx = world().operator
  const { id: batchId } = await transaction(ctx, (tx) =>
    startRun(tx, { projectId, trigger: 'manual', now: new Date() }),
  )
  await call('PUT /v1/settings', { prompts: [{ id: created[1].id, text: 'after' }] })
  const batchPrompts = await ctx.db.prisma.batchPrompt.findMany({
    where: { batchId },
    orderBy: { ordinal: 'asc' },
  })
  expect(batchPrompts).toMatchObject([
    { text: 'deleted', tags: ['t'], promptId: created[0].id },
    { text: 'changed', tags: [], promptId: created[1].id },
  ])
  expect((await call('GET /v1/prompts?tag=t')).body.data).toEqual([])
})
