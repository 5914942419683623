import { z } from 'zod'
import { projectOf } from '../../core/authorize.ts'
import type { Ctx } from '../../core/context.ts'
import {
  DISCOVERED_BRAND_ORDERS,
  DISCOVERED_BRAND_STATES,
  discoveredBrandDefinition,
} from '../../core/discovered-brands/definition.ts'
import {
  countProjectSearchedAnswers,
  countRunSearchedAnswers,
  listProjectDiscoveredBrands,
  listRunDiscoveredBrands,
} from '../../core/discovered-brands/list.ts'
import { listedKey } from '../../core/discovered-brands/page.ts'
import { itemsAfter } from '../../core/page.ts'
import { readSimulated } from '../../core/results/simulated.ts'
import { readLatestRuns } from '../../core/runs/list.ts'
import { readRun } from '../../core/runs/read.ts'
import { latestRunsSchema } from '../../core/runs/run-lists.ts'
import { valuesOf } from '../../definitions/enumeration.ts'
import { cursorSchema, nextCursorSchema, positionIn, readPage } from '../page.ts'
import { defineTool } from '../tool.ts'
import { noteSchema, noteWithoutRun } from '../views/no-run.ts'
import { runIdSchema, simulatedSchema } from '../views/run.ts'
import { viewBy } from '../views/view.ts'

const { evidence } = discoveredBrandDefinition.shape
const brandView = viewBy(
  discoveredBrandDefinition.omit({ mentions: true }).extend({
    evidence: viewBy(evidence.pick({ resultId: true, text: true })).definition.describe(
      evidence.description ?? '',
    ),
  }),
)
const ORDERS = valuesOf(DISCOVERED_BRAND_ORDERS)
const STATES = valuesOf(DISCOVERED_BRAND_STATES)

const NOT_SEARCHED =
  'These answers were read before such brands were looked for: a person can read the history again in the settings of the project.'

/** The brands that answers name and nobody tracks. */
export const listDiscoveredBrands = defineTool({
  name: 'list_discovered_brands',
  title: 'List discovered brands',
  description:
    'The brands that answers list or recommend and that the project does not track: how many answers name each, its best rank, and the words that show it. By default in the latest run with results. Use resultId with get_answer for the whole answer, and track_discovered_brand to make one a competitor.',
  permission: 'runs:read',
  effect: 'read',
  input: z.strictObject({
    runId: runIdSchema.optional().describe('Only in the answers of this run.'),
    runs: latestRunsSchema
      .default(1)
      .describe('Without runId: of how many of the latest runs with results, 1–12.'),
    orderBy: z
      .enum(ORDERS, `must be one of ${ORDERS.join(', ')}`)
      .default('answers_desc')
      .describe('answers_desc: those named in most answers first; rank_asc: those with the best rank first.'),
    state: z
      .enum(STATES, `must be one of ${STATES.join(', ')}`)
      .default('listed')
      .describe('mentioned: those that answers only name.'),
    cursor: cursorSchema,
  }),
  output: z.object({
    brands: z.array(brandView.definition).describe('A page of the brands.'),
    searchedAnswers: z.int().nonnegative().describe('In how many answers such brands were looked for.'),
    simulated: simulatedSchema,
    note: noteSchema,
    nextCursor: nextCursorSchema,
  }),
  async run({ runId: named, runs, orderBy: order, state, cursor }, { ctx }) {
    const projectId = projectOf(ctx)
    const runId = named === undefined ? null : (await readRun({ ctx, input: { runId: named } })).id
    const name = `discovered brands ${projectId} ${runId} ${runs} ${order} ${state}`
    const ofRun = { ids: [runId ?? ''] }
    const ofProject = { ids: [projectId], runs }
    const [searchedAnswers = 0] = await (runId === null
      ? countProjectSearchedAnswers({ ctx, input: ofProject })
      : countRunSearchedAnswers({ ctx, input: ofRun }))
    const shownRuns = new Set<string>()
    const { items, nextCursor } = await readPage({
      name,
      after: positionIn(name, cursor),
      async read(after, limit) {
        const input = { page: itemsAfter(after, limit), order, state }
        const [brands = []] = await (runId === null
          ? listProjectDiscoveredBrands({ ctx, input: { ...ofProject, ...input } })
          : listRunDiscoveredBrands({ ctx, input: { ...ofRun, ...input } }))
        return brands
      },
      keyOf: listedKey,
      show: (brand) => {
        shownRuns.add(brand.evidence.runId)
        return brandView.show(brand)
      },
    })
    return {
      brands: items,
      searchedAnswers,
      simulated: (await readSimulated({ ctx, input: { ids: [...shownRuns] } })).size > 0,
      note: searchedAnswers > 0 ? null : await noteWithoutSearch(ctx),
      nextCursor,
    }
  },
})

/** Why no answer was searched. */
async function noteWithoutSearch(ctx: Ctx): Promise<string> {
  const [latest] = await readLatestRuns({ ctx, input: { ids: [projectOf(ctx)] } })
  return latest ? NOT_SEARCHED : noteWithoutRun(ctx)
}
