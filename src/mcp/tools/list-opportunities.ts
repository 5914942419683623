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
    'Lists what to do next, largest expected gain first: prompts, sites, providers and locations where answers name competitors and not the brand, with evidence and the number of answers to gain.',
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
