import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import {
  DISCOVERED_BRAND_ORDERS,
  DISCOVERED_BRAND_STATES,
  type DiscoveredBrandOrder,
  type DiscoveredBrandState,
} from '../../core/discovered-brands/definition.ts'
import { dismissBodySchema, dismissDiscoveredBrand } from '../../core/discovered-brands/dismiss.ts'
import {
  DISCOVERED_BRANDS_PAGE,
  type DiscoveredBrandPage,
  readDiscoveredBrands,
  readRunDiscoveredBrands,
} from '../../core/discovered-brands/list.ts'
import { trackBodySchema, trackDiscoveredBrand } from '../../core/discovered-brands/track.ts'
import { parse } from '../../core/foundation/parse.ts'
import { latestRunsSchema } from '../../core/runs/run-lists.ts'
import { enumSchema } from '../../definitions/fields/enum-schema.ts'
import { createExample } from '../../definitions/fields/example.ts'
import { jsonBody } from '../foundation/body.ts'
import type { RestApp } from '../foundation/context.ts'
import { queryOf, wholeNumber } from '../foundation/query.ts'
import { showDiscoveredBrand, showTrackedBrand } from '../foundation/show.ts'
import { takes } from '../openapi/keys.ts'
import { bodyOf } from '../openapi/request-body.ts'
import { failures, success } from '../openapi/responses.ts'
import {
  discoveredBrandPageSchema,
  dismissedBrandSchema,
  trackedBrandSchema,
} from '../schemas/discovered-brands.ts'

const COMMON = { tags: ['Discovered brands'], security: takes('projectKey') }
const DESCRIPTION =
  'Brands that answers list or recommend and that the project does not track: how many answers name each brand in any spelling, ' +
  'how well it is ranked, and a quotation as evidence. Counted when a run ends; brands that have become competitors since are omitted.'

const PAGE = {
  limit: z
    .int()
    .min(1)
    .default(DISCOVERED_BRANDS_PAGE.usual)
    .describe(`Brands per page; values above ${DISCOVERED_BRANDS_PAGE.most} are reduced to it.`),
  cursor: z.string().optional().describe('`nextCursor` of the previous page.'),
  orderBy: enumSchema(DISCOVERED_BRAND_ORDERS, 'Order of the brands.').default('answers_desc'),
  state: enumSchema(DISCOVERED_BRAND_STATES, 'Which brands to list.').default('listed'),
}

const PAGE_RESPONSE = success('A page of brands.', discoveredBrandPageSchema, {
  example: { ...createExample(discoveredBrandPageSchema), searchedAnswers: 70, nextCursor: null },
})

const ofRunRoute = createRoute({
  ...COMMON,
  method: 'get',
  path: '/v1/analysis/runs/{runId}/discovered-brands',
  operationId: 'listRunDiscoveredBrands',
  summary: 'List untracked brands in the answers of a run',
  description: DESCRIPTION,
  request: { params: z.object({ runId: z.string() }), query: z.object(PAGE) },
  responses: {
    200: PAGE_RESPONSE,
    ...failures('BAD_REQUEST', 'PROJECT_SCOPED_KEY_REQUIRED', 'NOT_FOUND'),
  },
})

const listRoute = createRoute({
  ...COMMON,
  method: 'get',
  path: '/v1/analysis/discovered-brands',
  operationId: 'listDiscoveredBrands',
  summary: 'List untracked brands in the latest answers',
  description: DESCRIPTION,
  request: {
    query: z.object({
      runs: latestRunsSchema.default(1).describe('Number of latest runs with results to include, 1–12.'),
      ...PAGE,
    }),
  },
  responses: { 200: PAGE_RESPONSE, ...failures('BAD_REQUEST', 'PROJECT_SCOPED_KEY_REQUIRED') },
})

const trackRoute = createRoute({
  ...COMMON,
  method: 'post',
  path: '/v1/analysis/discovered-brands/track',
  operationId: 'trackDiscoveredBrand',
  summary: 'Make a discovered brand a competitor, also for past answers',
  description:
    'The brand becomes a competitor, with its other spellings as aliases. The stored answers of all ended runs are analyzed again, without ' +
    'asking any provider and free of charge. Repeat the request to get the progress; it has no further effect.',
  request: { body: bodyOf(trackBodySchema.meta({ id: 'TrackDiscoveredBrand' }), { name: 'Listwell' }) },
  responses: {
    200: success(
      'The competitor, and the progress of the re-analysis.',
      z.object({ data: trackedBrandSchema }),
    ),
    ...failures('BAD_REQUEST', 'PROJECT_SCOPED_KEY_REQUIRED', 'NOT_FOUND'),
  },
})

const dismissRoute = createRoute({
  ...COMMON,
  method: 'post',
  path: '/v1/analysis/discovered-brands/dismiss',
  operationId: 'dismissDiscoveredBrand',
  summary: 'Hide a discovered brand from the lists, or show it again',
  description:
    'Hides a brand that should not be tracked: lists omit it, in all of its spellings and in later runs too, except with `state=dismissed`. ' +
    '`dismissed: false` shows it again. Metrics do not change. Repeating the request has no further effect.',
  request: { body: bodyOf(dismissBodySchema.meta({ id: 'DismissDiscoveredBrand' }), { name: 'Listwell' }) },
  responses: {
    200: success('Whether the brand is dismissed.', z.object({ data: dismissedBrandSchema })),
    ...failures('BAD_REQUEST', 'PROJECT_SCOPED_KEY_REQUIRED', 'NOT_FOUND'),
  },
})

const PAGE_PARAMETERS = ['limit', 'cursor', 'orderBy', 'state'] as const

/** Converts the query parameters to the input of the operation, which validates their values. */
function pageInput({
  limit,
  cursor,
  orderBy,
  state,
}: Partial<Record<(typeof PAGE_PARAMETERS)[number], string>>) {
  return {
    ...(limit !== undefined && { limit: wholeNumber(limit) }),
    ...(cursor !== undefined && { cursor }),
    ...(orderBy !== undefined && { orderBy: orderBy as DiscoveredBrandOrder }),
    ...(state !== undefined && { state: state as DiscoveredBrandState }),
  }
}

function showPage({ brands, searchedAnswers, nextCursor }: DiscoveredBrandPage) {
  return { data: brands.map(showDiscoveredBrand), searchedAnswers, nextCursor }
}

export function addDiscoveredBrandRoutes(app: RestApp): void {
  app.openAPIRegistry.registerPath(ofRunRoute)
  app.get(ofRunRoute.getRoutingPath(), async (context) => {
    const query = queryOf(context, 'runs:read', PAGE_PARAMETERS)
    const input = { runId: context.req.param('runId') ?? '', ...pageInput(query) }
    return context.json(showPage(await readRunDiscoveredBrands({ ctx: context.get('ctx'), input })))
  })

  app.openAPIRegistry.registerPath(listRoute)
  app.get(listRoute.getRoutingPath(), async (context) => {
    const { runs, ...query } = queryOf(context, 'runs:read', ['runs', ...PAGE_PARAMETERS])
    const input = { ...pageInput(query), ...(runs !== undefined && { runs: wholeNumber(runs) }) }
    return context.json(showPage(await readDiscoveredBrands({ ctx: context.get('ctx'), input })))
  })

  app.openAPIRegistry.registerPath(trackRoute)
  app.post(trackRoute.getRoutingPath(), async (context) => {
    const input = parse(trackBodySchema, await jsonBody(context, 'settings:write'))
    const tracked = await trackDiscoveredBrand({ ctx: context.get('ctx'), input })
    return context.json({ data: showTrackedBrand(tracked) })
  })

  app.openAPIRegistry.registerPath(dismissRoute)
  app.post(dismissRoute.getRoutingPath(), async (context) => {
    const input = parse(dismissBodySchema, await jsonBody(context, 'settings:write'))
    const { name, dismissed } = await dismissDiscoveredBrand({ ctx: context.get('ctx'), input })
    return context.json({ data: { name, dismissed } })
  })
}
