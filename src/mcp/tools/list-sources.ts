import { z } from 'zod'
import { organizationOf } from '../../core/authorize.ts'
import { readSummaries } from '../../core/batches/read.ts'
import { itemsAfter } from '../../core/page.ts'
import { filterFields } from '../../core/results/filter.ts'
import { openResults } from '../../core/results/open.ts'
import { listRunSources } from '../../core/results/run-sources.ts'
import { readSimulated } from '../../core/results/simulated.ts'
import { type SourceRecord, sourceKey } from '../../core/results/sources.ts'
import { valuesOf } from '../../definitions/enumeration.ts'
import { CITATION_OWNERS } from '../../definitions/vocabulary.ts'
import { domainShareDefinition, ownerShareDefinition } from '../../metrics/definitions.ts'
import { cursorSchema, keyWithin, nextCursorSchema, positionIn, readPage, splitKey } from '../page.ts'
import { defineTool } from '../tool.ts'
import { noteSchema, noteWithoutRun } from '../views/no-run.ts'
import { analysisIdSchema, runIdSchema, simulatedSchema } from '../views/run.ts'
import { viewBy } from '../views/view.ts'

const OWNERS = valuesOf(CITATION_OWNERS)

/** Pages that are shown of a site. */
const MOST_PAGES = 5

const sourceView = viewBy(
  domainShareDefinition.pick({ domain: true, owner: true, competitorId: true }).extend({
    citationRate: domainShareDefinition.shape.citationRate.describe(
      'Answers that cite it, of all answers. Its interval takes them for independent of one another: that of the report may be wider.',
    ),
    cited: z.int().nonnegative().describe('How often answers refer to its pages.'),
    retrieved: z.int().nonnegative().describe('How often its pages are only listed as sources.'),
    pages: z
      .array(
        z.object({
          url: z.string().describe('Its address, without tracking parameters.'),
          title: z.string().nullable().describe('Its title as the surface gives it.'),
          citations: z.int().positive().describe('How often it is among the sources of an answer.'),
        }),
      )
      .describe(`Its ${MOST_PAGES} most frequent pages; empty unless asked for.`),
  }),
)

/** The sites that answers name as sources. */
export const listSources = defineTool({
  name: 'list_sources',
  title: 'List sources',
  description:
    'The sites that the answers of a run or an async analysis give as sources, those that are cited or listed most often first: whose they are (of the brand, of a competitor, of a third party) and which share of the answers cites them. By default those of the run that ended last. Third parties with a high share are where a brand is read about.',
  permission: 'analysis:read',
  effect: 'read',
  input: z.strictObject({
    owner: z
      .enum(OWNERS, `must be one of ${OWNERS.join(', ')}`)
      .optional()
      .describe('Only sites of this owner: brand, competitor or third_party.'),
    provider: filterFields.provider,
    location: filterFields.location,
    includePages: z
      .boolean('must be true or false')
      .default(false)
      .describe(`Adds the ${MOST_PAGES} most frequent pages of each site.`),
    runId: runIdSchema
      .optional()
      .describe('The run; without it and analysisId the one that ended last. Needs a project key.'),
    analysisId: analysisIdSchema
      .optional()
      .describe('An async analysis instead of a run: begins with aa_. An organization key needs it.'),
    cursor: cursorSchema,
  }),
  output: z.object({
    runId: z.uuid().nullable().describe('The run; null for an async analysis, and while none has ended.'),
    analysisId: z.string().nullable().describe('The async analysis; null for a run.'),
    simulated: simulatedSchema,
    owners: z
      .array(ownerShareDefinition)
      .describe(
        'Citations of all its answers by owner, whatever the filters; empty before the end, and on pages after the first.',
      ),
    sources: z.array(sourceView.definition).describe('A page of the sites.'),
    note: noteSchema,
    nextCursor: nextCursorSchema,
  }),
  async run({ owner, includePages, runId, analysisId, cursor, ...filter }, { ctx }) {
    const name = `sources ${organizationOf(ctx)} ${JSON.stringify({ owner, includePages, runId, analysisId, ...filter })}`
    const after = positionIn(name, cursor)
    const { batchId: knownId } = splitKey(after)
    const opened = await openResults({
      ctx,
      input: { runId: analysisId === undefined ? (knownId ?? runId) : runId, analysisId, filter },
    })
    if (!opened)
      return {
        runId: null,
        analysisId: null,
        simulated: false,
        owners: [],
        sources: [],
        note: await noteWithoutRun(ctx),
        nextCursor: null,
      }
    const { batch } = opened
    const [summary] = after === null ? await readSummaries({ ctx, input: { ids: [batch.id] } }) : []
    const head = {
      runId: batch.kind === 'run' ? batch.id : null,
      analysisId: batch.analysisId,
      simulated: (await readSimulated({ ctx, input: { ids: [batch.id] } })).has(batch.id),
      owners: summary?.sources.owners ?? [],
      note: null,
    }
    const { items, nextCursor } = await readPage({
      name,
      after,
      beside: head,
      async read(last, limit) {
        const page = itemsAfter(splitKey(last).key, limit)
        const [sources = []] = await listRunSources({
          ctx,
          input: { ids: [batch.id], filter, page, urls: includePages },
        })
        return sources
      },
      keyOf: (source) => keyWithin(batch.id, sourceKey(source)),
      matches: (source) => owner === undefined || source.owner === owner,
      show: showSource,
    })
    return { ...head, sources: items, nextCursor }
  },
})

function showSource({ urls, ...source }: SourceRecord): z.output<typeof sourceView.definition> {
  const pages = urls.slice(0, MOST_PAGES).map(({ url, title, citations }) => ({ url, title, citations }))
  return sourceView.show({ ...source, pages })
}
