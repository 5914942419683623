import { z } from 'zod'
import { requireProjectId } from '../../core/access/authorize.ts'
import { itemsAfter } from '../../core/foundation/page.ts'
import {
  listOpportunities as list,
  opportunityFilterSchema,
  rankedKey,
} from '../../core/opportunities/list.ts'
import { readSimulated } from '../../core/results/simulated.ts'
import { readLatestRuns } from '../../core/runs/list.ts'
import { cursorSchema, nextCursorSchema, positionIn, splitIntoPages } from '../foundation/page.ts'
import { defineTool } from '../foundation/tool.ts'
import { noteSchema, noteWithoutRun } from '../views/no-run.ts'
import { opportunityView } from '../views/opportunity.ts'
import { simulatedSchema } from '../views/run.ts'

export const listOpportunities = defineTool({
  name: 'list_opportunities',
  title: 'List what to do next',
  description:
    'Lists where the brand can gain mentions, largest expected gain first: prompts whose answers name competitors and not the brand, sites that such answers cite, and providers or locations that name the brand less often than the others. Each has its evidence and how many answers of the latest run can gain a mention (expected, atMost). Pass resultId to get_answer for a whole answer; update_opportunity marks one done, and outcome then compares the runs before and after.',
  permission: 'runs:read',
  effect: 'read',
  input: opportunityFilterSchema.extend({ cursor: cursorSchema }),
  output: z.object({
    opportunities: z.array(opportunityView.definition).describe('A page of the opportunities.'),
    simulated: simulatedSchema,
    note: noteSchema,
    nextCursor: nextCursorSchema,
  }),
  async run({ cursor, ...filter }, { ctx }) {
    const projectId = requireProjectId(ctx)
    const name = `opportunities ${projectId} ${filter.status} ${filter.kind}`
    const [latest] = await readLatestRuns({ ctx, input: { ids: [projectId] } })
    const { items, nextCursor } = await splitIntoPages({
      name,
      after: positionIn(name, cursor),
      async read(after, limit) {
        const input = { ids: [projectId], filter, page: itemsAfter(after, limit) }
        const [opportunities = []] = await list({ ctx, input })
        return opportunities
      },
      keyOf: rankedKey,
      show: opportunityView.show,
    })
    return {
      opportunities: items,
      simulated: latest ? (await readSimulated({ ctx, input: { ids: [latest.id] } })).size > 0 : false,
      note: latest ? null : await noteWithoutRun(ctx),
      nextCursor,
    }
  },
})
