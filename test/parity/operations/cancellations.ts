import { expect } from 'vitest'
import { askUnit } from '../../../src/core/batches/ask.ts'
import { analysisDefinition, runDefinition } from '../../../src/core/batches/definition.ts'
import { dispatchBatch } from '../../../src/core/batches/dispatch.ts'
import type { Operation } from '../operation.ts'
import type { Tenant } from '../tenant.ts'
import { QUESTION } from './analyses.ts'
import { GRAPH_ONLY, mutation, rest, tool } from './entry-parts.ts'

/** Cancellations of runs and analyses in progress: one of their questions has been answered. */
export const CANCELLATIONS: readonly Operation[] = [
  {
    name: 'cancel a run',
    scope: 'run',
    as: 'project key',
    async arrange(tenant) {
      tenant.objects.runId = await startAndAnswerFirst(tenant, 'project key', '/analysis/trigger', {})
    },
    input: ({ runId = '' }) => ({ runId }),
    result: runDefinition,
    rest: rest('POST /v1/analysis/runs/{runId}/cancel', 'cancelRun', { form: withGraphqlStatus }),
    graphql: mutation('cancelRun', 'cancelRun', ['run']),
    mcp: tool('cancel_run', ['cancelRun'], { field: 'run', form: withGraphqlStatus }),
    cli: GRAPH_ONLY.cli,
    wrongScope: { as: 'organization key', code: 'PROJECT_SCOPED_KEY_REQUIRED' },
    otherTenant: ({ runId = '' }) => ({ runId }),
    badInput: 'its input is an id',
  },
  {
    name: 'cancel an async analysis',
    scope: 'run',
    as: 'organization key',
    async arrange(tenant) {
      const question = { ...QUESTION, brandName: 'Acme' }
      tenant.objects.analysisId = await startAndAnswerFirst(
        tenant,
        'organization key',
        '/async-analysis',
        question,
      )
    },
    input: ({ analysisId = '' }) => ({ analysisId }),
    result: analysisDefinition,
    rest: rest('POST /v1/async-analysis/{analysisId}/cancel', 'cancelAsyncAnalysis', {
      form: withGraphqlStatus,
    }),
    graphql: mutation('cancelAsyncAnalysis', 'cancelAsyncAnalysis', ['asyncAnalysis']),
    mcp: tool('cancel_async_analysis', ['cancelAsyncAnalysis'], { form: withGraphqlStatus }),
    cli: GRAPH_ONLY.cli,
    wrongScope: { as: 'project key', code: 'NOT_FOUND' },
    otherTenant: ({ analysisId = '' }) => ({ analysisId }),
    badInput: 'its input is an id',
  },
]

/** Starts a run or an analysis over REST and answers its first question. Returns its id in REST. */
async function startAndAnswerFirst(
  { world, objects: { organizationId }, credentials }: Tenant,
  caller: 'project key' | 'organization key',
  path: string,
  body: object,
): Promise<string> {
  const callerCredentials = await credentials(caller)
  if (!('key' in callerCredentials)) throw new Error('expected a key, not a session')
  const response = await fetch(`${world.url}/v1${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${callerCredentials.key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  const { data } = (await response.json()) as { data: { runId?: string; analysisId?: string } }
  const { prisma } = world.operator.db
  const { id: batchId } = await prisma.batch.findFirstOrThrow({ where: { organizationId } })
  await dispatchBatch({ ctx: world.operator, input: { batchId } })
  const first = await prisma.result.findFirstOrThrow({ where: { batchId }, orderBy: { ordinal: 'asc' } })
  await askUnit({ ctx: world.operator, input: { unitId: first.id, tries: 1 } })
  const batch = await prisma.batch.findUniqueOrThrow({ where: { id: batchId } })
  expect(batch).toMatchObject({ status: 'running', completed: 1 })
  return data.runId ?? data.analysisId ?? ''
}

/** Sets the status `cancelled`, which only GraphQL has. The other surfaces have a boolean field instead. */
function withGraphqlStatus(answer: { status: string; cancelled: boolean }): object {
  return { ...answer, status: answer.cancelled ? 'cancelled' : answer.status }
}
