import { z } from 'zod'
import { requireOrganizationId } from '../../core/access/authorize.ts'
import { readSummaries } from '../../core/batches/read.ts'
import { itemsAfter } from '../../core/foundation/page.ts'
import { filterFields, filterTextSchema } from '../../core/results/filter.ts'
import { openResults } from '../../core/results/open.ts'
import { readSimulated } from '../../core/results/simulated.ts'
import type { SourceRecord } from '../../core/sources/definition.ts'
import { sourcesFilterSchema } from '../../core/sources/lists.ts'
import { listRunSources } from '../../core/sources/run-sources.ts'
import { sourceKey } from '../../core/sources/sites.ts'
import { valuesOf } from '../../definitions/fields/enumeration.ts'
import { fieldMetadata } from '../../definitions/fields/field-metadata.ts'
import { CITATION_OWNERS } from '../../definitions/vocabulary.ts'
import { domainShareDefinition, ownerShareDefinition } from '../../metrics/definitions.ts'
import {
  cursorSchema,
  keyWithin,
  nextCursorSchema,
  positionIn,
  splitIntoPages,
  splitKey,
} from '../foundation/page.ts'
import { defineTool } from '../foundation/tool.ts'
import { noteSchema, noteWithoutRun } from '../views/no-run.ts'
import { analysisIdSchema, runIdSchema, simulatedSchema } from '../views/run.ts'
import { viewBy } from '../views/view.ts'

const OWNERS = valuesOf(CITATION_OWNERS)

/** Maximum number of pages shown per site. */
const MAX_PAGES = 5

const sourceView = viewBy(
  domainShareDefinition.pick({ domain: true, owner: true, competitorId: true }).extend({
    citationRate: domainShareDefinition.shape.citationRate.describe(
      'Share of answers that cite the site; its interval treats answers as independent.',
    ),
    cited: z.int().nonnegative().describe('How often answers cite its pages.'),
    retrieved: z
      .int()
      .nonnegative()
      .describe('How often its pages are listed as sources without being cited.'),
    pages: z
      .array(
        z.object({
          url: z.string().describe('URL without tracking parameters.'),
          title: z
            .string()
            .nullable()
            .describe('Title as given by the surface.')
            .register(fieldMetadata, { untrusted: true }),
          citations: z.int().positive().describe('How often the page is among the sources of an answer.'),
        }),
      )
      .describe(`Its ${MAX_PAGES} most frequent pages; empty unless includePages is true.`),
  }),
)

export const listSources = defineTool({
  name: 'list_sources',
  title: 'List sources',
  description:
    'Lists the sites that the answers of a run or an async analysis give as sources, most frequent first: who owns each site (the brand, a competitor or a third party) and what share of answers cites it. To see what earns mentions, compare mentioned: true with mentioned: false, or filter by a competitor. Defaults to the run that ended last.',
  permission: 'analysis:read',
  effect: 'read',
  input: z.strictObject({
    owner: z
      .enum(OWNERS, `must be one of ${OWNERS.join(', ')}`)
      .optional()
      .describe('Only sites with this owner: brand, competitor or third_party.'),
    mentioned: sourcesFilterSchema.shape.mentioned,
    competitor: filterTextSchema
      .optional()
      .describe(
        'Only the sources of answers that name this competitor, given by name or id from get_project.',
      ),
    provider: filterFields.provider,
    location: filterFields.location,
    includePages: z
      .boolean('must be true or false')
      .default(false)
      .describe(`Includes the ${MAX_PAGES} most frequent pages of each site.`),
    runId: runIdSchema.optional().describe('Defaults to the run that ended last. Needs a project key.'),
    analysisId: analysisIdSchema
      .optional()
      .describe('Used instead of a run; starts with aa_. Required with an organization key.'),
    cursor: cursorSchema,
  }),
  output: z.object({
    runId: z.uuid().nullable().describe('Null for an async analysis, or if no run has ended yet.'),
    analysisId: z.string().nullable().describe('The async analysis; null for a run.'),
    simulated: simulatedSchema,
    owners: z
      .array(ownerShareDefinition)
      .describe(
        'Citations of all answers by owner, ignoring filters; empty until the end, and after the first page.',
      ),
    sources: z.array(sourceView.definition).describe('A page of sites.'),
    note: noteSchema,
    nextCursor: nextCursorSchema,
  }),
  async run({ owner, includePages, runId, analysisId, competitor, mentioned, cursor, ...about }, { ctx }) {
    const name = `sources ${requireOrganizationId(ctx)} ${JSON.stringify({ owner, includePages, runId, analysisId, competitor, mentioned, ...about })}`
    const after = positionIn(name, cursor)
    const { batchId: cursorBatchId } = splitKey(after)
    const opened = await openResults({
      ctx,
      input: {
        runId: analysisId === undefined ? (cursorBatchId ?? runId) : runId,
        analysisId,
        filter: about,
        competitor,
      },
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
    const { batch, competitorId } = opened
    const filter = { ...about, mentioned, competitorId }
    const [summary] = after === null ? await readSummaries({ ctx, input: { ids: [batch.id] } }) : []
    const head = {
      runId: batch.kind === 'run' ? batch.id : null,
      analysisId: batch.analysisId,
      simulated: (await readSimulated({ ctx, input: { ids: [batch.id] } })).has(batch.id),
      owners: summary?.sources.owners ?? [],
      note: null,
    }
    const { items, nextCursor } = await splitIntoPages({
      name,
      after,
      head,
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
  const pages = urls.slice(0, MAX_PAGES).map(({ url, title, citations }) => ({ url, title, citations }))
  return sourceView.show({ ...source, pages })
}
