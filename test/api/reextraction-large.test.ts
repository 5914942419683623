import { afterAll, beforeAll, expect, it } from 'vitest'
import type { RawAnswer } from '../../src/core/provider-port/driver.ts'
import { readReextractions } from '../../src/core/reextractions/read.ts'
import { reextractRun } from '../../src/core/reextractions/start.ts'
import { eventually } from '../eventually.ts'
import { completionOf } from '../scripted-model.ts'
import {
  createReextractionProject,
  findAcme,
  openReextractionWorld,
  type ReextractionProject,
  readRunState,
  run,
  waitUntilEnded,
} from './reextraction-project.ts'

let opened: Awaited<ReturnType<typeof openReextractionWorld>>
beforeAll(async () => {
  opened = await openReextractionWorld()
})
afterAll(() => opened.close())

/** Makes one answer of a run this long, with the brand at its end, and returns the id of its result. */
async function lengthen({ ctx }: ReextractionProject, batchId: string, length: number): Promise<string> {
  const { id } = await ctx.db.prisma.result.findFirstOrThrow({ where: { batchId, status: 'ok' } })
  const text = `${'Nobody says more. '.repeat(length).slice(0, length - 5)} Acme`
  const { raw } = await ctx.db.prisma.artifact.findUniqueOrThrow({ where: { resultId: id } })
  const body = JSON.stringify(completionOf({ content: text }))
  await ctx.db.prisma.artifact.update({
    where: { resultId: id },
    data: { raw: { ...(raw as RawAnswer), body } },
  })
  await ctx.db.prisma.answer.update({ where: { resultId: id }, data: { text } })
  return id
}

it('a large stored answer is re-extracted like any other', async () => {
  const project = await createReextractionProject(opened.world)
  const runId = await run(project)
  const id = await lengthen(project, runId, 200_000)
  await findAcme(project)
  const started = await reextractRun({ ctx: project.ctx, input: { runId } })
  expect(await waitUntilEnded(project, [started])).toMatchObject([{ status: 'completed' }])
  const { prisma } = project.ctx.db
  const { observation } = await prisma.reextractedResult.findFirstOrThrow({ where: { resultId: id } })
  expect(observation).toMatchObject({ brand: { mentionCount: 1, firstOffset: 199_996 } })
})

it('a stored answer above the maximum length fails the re-extraction at once, and the run stays unchanged', async () => {
  const project = await createReextractionProject(opened.world)
  const runId = await run(project)
  await lengthen(project, runId, 262_145)
  await findAcme(project)
  const before = await readRunState(project, runId)
  const { id } = await reextractRun({ ctx: project.ctx, input: { runId } })
  await eventually(async () => {
    const [state] = await readReextractions({ ctx: project.ctx, input: { ids: [id] } })
    expect(state?.status).toBe('failed')
  })
  expect(await readRunState(project, runId)).toEqual(before)
})
