import { z } from 'zod'
import { readSimulated } from '../../core/results/simulated.ts'
import { brandThemesDefinition, themeDefinition, themeQuoteDefinition } from '../../core/themes/definition.ts'
import { readThemes } from '../../core/themes/list.ts'
import { defineTool } from '../foundation/tool.ts'
import { noteSchema, noteWithoutRun } from '../views/no-run.ts'
import { runIdSchema, simulatedSchema } from '../views/run.ts'
import { viewBy } from '../views/view.ts'

/** Maximum number of themes per brand, and quotations per theme. */
const MAX_THEMES = 10
const MAX_QUOTES = 2

const quoteView = viewBy(themeQuoteDefinition.pick({ label: true, text: true, resultId: true }))
const themeView = viewBy(
  themeDefinition.omit({ neutral: true, quotes: true }).extend({
    quotes: z.array(quoteView.definition).describe(`Passages that show it, at most ${MAX_QUOTES} per label.`),
  }),
)
const brandView = viewBy(
  brandThemesDefinition.omit({ themes: true }).extend({
    themes: z.array(themeView.definition).describe(`Themes with praise or criticism, at most ${MAX_THEMES}.`),
  }),
)

export const listThemes = defineTool({
  name: 'list_themes',
  title: 'List themes',
  description:
    'Lists what answers praise and criticize about the brand and its competitors: price, ease of use, support and so on, with rates, changes since the previous run, and quotations. Defaults to the latest run with results. Only an adjustedVerdict of moved is a change.',
  permission: 'runs:read',
  effect: 'read',
  input: z.strictObject({
    runId: runIdSchema.optional().describe('Only the answers of this run.'),
    provider: z.string().optional().describe('Only answers of this provider, given by id or alias.'),
  }),
  output: z.object({
    runId: z.uuid().nullable().describe('The run; null if no run has results yet.'),
    previousRunId: z
      .uuid()
      .nullable()
      .describe('The run that changes are relative to; null for the first run.'),
    brands: z.array(brandView.definition).describe('First the brand, then each competitor.'),
    simulated: simulatedSchema,
    note: noteSchema,
  }),
  async run(input, { ctx }) {
    const { runId, previousRunId, brands } = await readThemes({ ctx, input })
    const isSimulated = runId !== null && (await readSimulated({ ctx, input: { ids: [runId] } })).has(runId)
    return {
      runId,
      previousRunId,
      brands: brands.map(({ themes, ...brand }) =>
        brandView.show({
          ...brand,
          themes: themes
            .filter(({ positive, negative }) => positive + negative > 0)
            .slice(0, MAX_THEMES)
            .map((theme) => ({ ...theme, quotes: shownQuotes(theme.quotes) })),
        }),
      ),
      simulated: isSimulated,
      note: runId === null ? await noteWithoutRun(ctx) : null,
    }
  },
})

function shownQuotes(quotes: readonly z.output<typeof themeQuoteDefinition>[]) {
  return (['positive', 'negative'] as const).flatMap((label) =>
    quotes.filter((quote) => quote.label === label).slice(0, MAX_QUOTES),
  )
}
