import { newId } from '../../../src/core/foundation/ids.ts'
import type { Operation } from '../operation.ts'
import type { Tenant } from '../tenant.ts'
import { mutation, query, rest, tool, WITHIN_PROJECT, wrong } from './entry-parts.ts'

/** Adds the fact that the company was founded in 2015. */
async function addFounded({ world, objects }: Tenant): Promise<void> {
  const { id } = await world.operator.db.prisma.brandFact.create({
    data: {
      id: newId(),
      projectId: objects.projectId,
      value: { kind: 'founded', year: 2015 },
      text: 'Founded in 2015',
      version: 1,
    },
  })
  objects.factId = id
}

const PRICE = { kind: 'price', plan: 'Pro', amount: 12, currency: 'USD', period: 'month' }
const BAD_FACTS = [
  wrong('no amount', { amount: undefined }, ['amount']),
  wrong('an unknown currency', { currency: 'XXX' }, ['currency']),
  wrong('a field of another kind', { year: 2015 }, ['year']),
]

/** Operations on the facts about the brand of a project. */
export const FACT_OPERATIONS: readonly Operation[] = [
  {
    ...WITHIN_PROJECT,
    name: 'list the brand facts',
    arrange: addFounded,
    rest: rest('GET /v1/facts', 'listFacts'),
    graphql: query(['listFactsOfProjects'], ['viewer', 'project', 'facts']),
    mcp: tool('list_facts', ['listFacts', 'readFactChecks', 'readLatestRuns'], {
      field: 'facts',
    }),
    otherTenant: "the facts belong to the key's project",
    badInput: 'it takes no input',
  },
  {
    ...WITHIN_PROJECT,
    name: 'read the check of the brand facts',
    input: ({ latestRunId = '' }) => ({ runId: latestRunId }),
    rest: rest('GET /v1/analysis/facts', 'readFactCheck'),
    graphql: query(['readFactChecks'], ['viewer', 'project', 'factCheck(runId: $runId)'], {
      places: { results: 'factResults' },
    }),
    otherTenant: ({ latestRunId = '' }) => ({ runId: latestRunId }),
    badInput: 'its input is an id',
  },
  {
    ...WITHIN_PROJECT,
    name: 'add a brand fact',
    scope: 'write',
    input: () => PRICE,
    rest: rest('POST /v1/facts', 'addFact'),
    graphql: mutation('addFact', 'addFact', ['fact']),
    otherTenant: "the fact belongs to the key's project",
    badInput: BAD_FACTS,
    overLimit: [
      {
        name: 'a fact that exists',
        code: 'CONFLICT',
        input: () => ({
          kind: 'founded',
          year: 2015,
          plan: undefined,
          amount: undefined,
          currency: undefined,
          period: undefined,
        }),
        arrange: addFounded,
      },
    ],
  },
  {
    ...WITHIN_PROJECT,
    name: 'replace a brand fact',
    scope: 'write',
    arrange: addFounded,
    input: ({ factId = '' }) => ({ factId, ...PRICE }),
    rest: rest('PUT /v1/facts/{factId}', 'updateFact'),
    graphql: mutation('updateFact', 'updateFact', ['fact']),
    otherTenant: ({ factId = '' }) => ({ factId, ...PRICE }),
    badInput: BAD_FACTS,
  },
  {
    ...WITHIN_PROJECT,
    name: 'remove a brand fact',
    scope: 'write',
    arrange: addFounded,
    input: ({ factId = '' }) => ({ factId }),
    rest: rest('DELETE /v1/facts/{factId}', 'removeFact'),
    graphql: mutation('removeFact', 'removeFact', [], { places: { id: 'removedFactId' } }),
    otherTenant: ({ factId = '' }) => ({ factId }),
    badInput: 'its input is an id',
  },
]
