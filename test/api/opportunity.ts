import { hash } from 'node:crypto'
import { newId } from '../../src/core/foundation/ids.ts'
import { OPPORTUNITIES_VERSION } from '../../src/core/opportunities/kinds/all.ts'
import { rate } from '../../src/metrics/rates.ts'
import type { World } from '../world.ts'

/** Adds an opportunity of the latest run of a project, or of a new run without answers. */
export async function addOpportunity(
  world: World,
  { organizationId, projectId }: { organizationId: string; projectId: string },
): Promise<{ id: string; runId: string }> {
  const { prisma } = world.operator.db
  const latest = await prisma.batch.findFirst({
    where: { projectId, kind: 'run', finishedAt: { not: null } },
    orderBy: { finishedAt: 'desc' },
  })
  const run =
    latest ??
    (await prisma.batch.create({
      data: {
        id: newId(),
        kind: 'run',
        organizationId,
        projectId,
        trigger: 'schedule',
        status: 'completed',
        brandName: 'Taskfern',
        snapshot: { brand: { name: 'Taskfern' }, competitors: [] },
        total: 0,
        finishedAt: new Date(),
      },
    }))
  const state = {
    runId: run.id,
    extractionRevision: run.extractionRevision,
    version: OPPORTUNITIES_VERSION,
  }
  await prisma.opportunityState.upsert({
    where: { projectId },
    create: { projectId, ...state },
    update: state,
  })
  const key = `Which board ${newId()}?`
  const { id } = await prisma.opportunity.create({
    data: {
      id: newId(),
      projectId,
      kind: 'missing_prompt',
      key,
      keyHash: new Uint8Array(hash('sha256', key, 'buffer')),
      runId: run.id,
      evidence: {
        answers: 4,
        prompts: 1,
        omitting: 4,
        mentionRate: rate(0, 4),
        otherRate: rate(5, 10),
        difference: null,
        low: null,
        high: null,
        pValue: null,
        namedCompetitors: [],
        sites: [{ domain: 'reviews.example', answers: 3 }],
        pages: [],
        runAnswers: 14,
        examples: [],
      },
      atMost: 4,
      expected: 1,
    },
  })
  return { id, runId: run.id }
}
