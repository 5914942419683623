import { z } from 'zod'
import { requireProjectId } from '../../core/access/authorize.ts'
import type { AppCtx } from '../../core/context.ts'
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
import { itemsAfter } from '../../core/foundation/page.ts'
import { readSimulated } from '../../core/results/simulated.ts'
import { readLatestRuns } from '../../core/runs/list.ts'
import { readRun } from '../../core/runs/read.ts'
import { latestRunsSchema } from '../../core/runs/run-lists.ts'
import { valuesOf } from '../../definitions/fields/enumeration.ts'
import { cursorSchema, nextCursorSchema, positionIn, splitIntoPages } from '../foundation/page.ts'
import { defineTool } from '../foundation/tool.ts'
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
  'These answers were analyzed before brand discovery existed. A person can re-analyze past answers in the project settings.'

export const listDiscoveredBrands = defineTool({
  name: 'list_discovered_brands',
  title: 'List discovered brands',
  description:
    'Lists brands that answers list or recommend and that the project does not track: how many answers name each brand, its best rank, and a quotation. Defaults to the latest run with results. Pass resultId to get_answer for the whole answer; track_discovered_brand makes a brand a competitor.',
  permission: 'runs:read',
  effect: 'read',
  input: z.strictObject({
    runId: runIdSchema.optional().describe('Only brands in the answers of this run.'),
    runs: latestRunsSchema
      .default(1)
      .describe('Without runId: number of latest runs with results to include, 1–12.'),
    orderBy: z
      .enum(ORDERS, `must be one of ${ORDERS.join(', ')}`)
      .default('answers_desc')
      .describe(
        'answers_desc: brands named in the most answers first; rank_asc: brands with the best rank first.',
      ),
    state: z
      .enum(STATES, `must be one of ${STATES.join(', ')}`)
      .default('listed')
      .describe('mentioned: brands that answers name but do not list or recommend.'),
    cursor: cursorSchema,
  }),
  output: z.object({
    brands: z.array(brandView.definition).describe('A page of the brands.'),
    searchedAnswers: z.int().nonnegative().describe('Number of answers that were searched for brands.'),
    simulated: simulatedSchema,
    note: noteSchema,
    nextCursor: nextCursorSchema,
  }),
  async run({ runId: requestedId, runs, orderBy: order, state, cursor }, { ctx }) {
    const projectId = requireProjectId(ctx)
    const runId =
      requestedId === undefined ? null : (await readRun({ ctx, input: { runId: requestedId } })).id
    const name = `discovered brands ${projectId} ${runId} ${runs} ${order} ${state}`
    const ofRun = { ids: runId === null ? [] : [runId] }
    const ofProject = { ids: [projectId], runs }
    const [searchedAnswers = 0] = await (runId === null
      ? countProjectSearchedAnswers({ ctx, input: ofProject })
      : countRunSearchedAnswers({ ctx, input: ofRun }))
    const shownRuns = new Set<string>()
    const { items, nextCursor } = await splitIntoPages({
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

/** Returns the reason why no answers were searched. */
async function noteWithoutSearch(ctx: AppCtx): Promise<string> {
  const [latest] = await readLatestRuns({ ctx, input: { ids: [requireProjectId(ctx)] } })
  return latest ? NOT_SEARCHED : noteWithoutRun(ctx)
}
