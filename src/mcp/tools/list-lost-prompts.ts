import { z } from 'zod'
import { requireProjectId } from '../../core/access/authorize.ts'
import { itemsAfter, pageSizeSchema } from '../../core/foundation/page.ts'
import { promptKey } from '../../core/prompts/order.ts'
import { promptFilterSchema } from '../../core/prompts/select.ts'
import { type SortedPrompt, sortPrompts } from '../../core/prompts/sort.ts'
import { readSimulated } from '../../core/results/simulated.ts'
import { promptMetricsId, readPromptMetrics } from '../../core/trends/prompt-metrics.ts'
import { entitySummaryDefinition, rateDefinition, summaryDefinition } from '../../metrics/definitions.ts'
import { cursorSchema, nextCursorSchema, positionIn, splitIntoPages } from '../foundation/page.ts'
import { defineTool } from '../foundation/tool.ts'
import { noteSchema, noteWithoutRun } from '../views/no-run.ts'
import { simulatedSchema } from '../views/run.ts'
import { viewBy } from '../views/view.ts'

const PAGE = { usual: 20, most: 100 } as const
/** Maximum number of competitors shown per prompt. */
const MAX_COMPETITORS = 5

const namedView = viewBy(entitySummaryDefinition.pick({ id: true, name: true, mentionRate: true }))

const lostView = viewBy(
  z.object({
    promptId: z.uuid().describe('Id of the prompt.'),
    prompt: z.string().describe('Text of the prompt.'),
    lostRate: summaryDefinition.shape.lostRate,
    mentionRate: rateDefinition.describe('Share of its answers that name the brand.'),
    namedInstead: z
      .array(namedView.definition)
      .describe(`Competitors in its answers, most frequent first, at most ${MAX_COMPETITORS}.`),
  }),
)

export const listLostPrompts = defineTool({
  name: 'list_lost_prompts',
  title: 'List lost prompts',
  description:
    'Lists the prompts whose answers name at least two competitors but not the brand, worst first. Uses the latest run with results. Then use find_answers with the prompt and finding: missing to see the answers, and list_sources with mentioned: false to see which sites they rely on.',
  permission: 'runs:read',
  effect: 'read',
  input: z.strictObject({
    provider: promptFilterSchema.shape.provider,
    tag: promptFilterSchema.shape.tag,
    limit: pageSizeSchema(PAGE).describe(`Prompts per page, at most ${PAGE.most}.`),
    cursor: cursorSchema,
  }),
  output: z.object({
    runId: z.uuid().nullable().describe('The run; null if no run has results yet.'),
    prompts: z.array(lostView.definition).describe('A page of prompts with at least one lost answer.'),
    simulated: simulatedSchema,
    note: noteSchema,
    nextCursor: nextCursorSchema,
  }),
  async run({ limit: maxItems, cursor, ...filter }, { ctx }) {
    const projectId = requireProjectId(ctx)
    const name = `lost prompts ${projectId} ${JSON.stringify(filter)}`
    let runId: string | null = null
    const { items, nextCursor } = await splitIntoPages({
      name,
      after: positionIn(name, cursor),
      maxItems,
      async read(after, limit) {
        const page = itemsAfter(after, limit)
        const input = { ids: [projectId], of: 'project', filter, page, order: 'lost_answers_desc' } as const
        const [prompts = []] = await sortPrompts({ ctx, input })
        runId = prompts[0]?.runId ?? runId
        return withMetrics(prompts.filter(isLost))
      },
      keyOf: promptKey,
      show: showLost,
    })
    const simulated = runId !== null && (await readSimulated({ ctx, input: { ids: [runId] } })).has(runId)
    return {
      runId,
      prompts: items,
      simulated,
      note: runId === null ? await noteWithoutRun(ctx) : null,
      nextCursor,
    }

    async function withMetrics(prompts: SortedPrompt[]) {
      const ids = prompts.map((prompt) => promptMetricsId(prompt.id, prompt.runId))
      const metrics = await readPromptMetrics({ ctx, input: { ids } })
      return prompts.flatMap((prompt, index) => {
        const summary = metrics[index]?.summary
        return summary ? [{ ...prompt, summary }] : []
      })
    }
  },
})

/** The sort key is the number of lost answers with a minus sign; Infinity for prompts without metrics. */
function isLost({ sortKey }: SortedPrompt): boolean {
  return Number(sortKey) < 0
}

function showLost({
  id,
  text,
  summary,
}: SortedPrompt & { summary: z.output<typeof summaryDefinition> }): z.output<typeof lostView.definition> {
  const named = summary.entities
    .slice(1)
    .filter(({ mentionRate }) => mentionRate.numerator > 0)
    .toSorted((a, b) => b.mentionRate.numerator - a.mentionRate.numerator)
  return lostView.show({
    promptId: id,
    prompt: text,
    lostRate: summary.lostRate,
    mentionRate: summary.mentionRate,
    namedInstead: named.slice(0, MAX_COMPETITORS).map(namedView.show),
  })
}
