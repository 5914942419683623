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
import { parse } from '../../core/parse.ts'
import { latestRunsSchema } from '../../core/runs/run-lists.ts'
import { enumSchema } from '../../definitions/enumeration.ts'
import { exampleOf } from '../../definitions/example.ts'
import { jsonBody } from '../body.ts'
import type { RestApp } from '../context.ts'
import { takes } from '../openapi/keys.ts'
import { bodyOf } from '../openapi/request-body.ts'
import { failures, success } from '../openapi/responses.ts'
import { queryOf, wholeNumber } from '../query.ts'
import {
  discoveredBrandPageSchema,
  dismissedBrandSchema,
  trackedBrandSchema,
} from '../schemas/discovered-brands.ts'
import { showDiscoveredBrand, showTrackedBrand } from '../show.ts'

const COMMON = { tags: ['Discovered brands'], security: takes('projectKey') }
const DESCRIPTION =
  'Brands that answers list or recommend and that the project does not track, whatever their spelling: how many answers name ' +
  'them, how well they are ranked, and the words that show it. Counted when a run ends; those that are competitors by now are left out.'

const PAGE = {
  limit: z
    .int()
    .min(1)
    .default(DISCOVERED_BRANDS_PAGE.usual)
    .describe(`Brands of a page; more than ${DISCOVERED_BRANDS_PAGE.most} is lowered to that.`),
  cursor: z.string().optional().describe('`nextCursor` of the page before.'),
  orderBy: enumSchema(DISCOVERED_BRAND_ORDERS, 'Their order.').default('answers_desc'),
  state: enumSchema(DISCOVERED_BRAND_STATES, 'Which brands.').default('listed'),
}

const PAGE_RESPONSE = success('A page of brands.', discoveredBrandPageSchema, {
  example: { ...exampleOf(discoveredBrandPageSchema), searchedAnswers: 70, nextCursor: null },
})

const ofRunRoute = createRoute({
  ...COMMON,
  method: 'get',
  path: '/v1/analysis/runs/{runId}/discovered-brands',
  operationId: 'listRunDiscoveredBrands',
  summary: 'Brands in the answers of a run that nobody tracks',
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
  summary: 'Brands in the latest answers that nobody tracks',
  description: DESCRIPTION,
  request: {
    query: z.object({
      runs: latestRunsSchema.default(1).describe('Of how many of the latest runs with results, 1–12.'),
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
  summary: 'Make a discovered brand a competitor, in the history too',
  description:
    'It becomes a competitor, with its other spellings as aliases, and the answers of all ended runs are read again, which asks no ' +
    'provider and costs nothing. Repeated, the request changes nothing and says how far that has come.',
  request: { body: bodyOf(trackBodySchema.meta({ id: 'TrackDiscoveredBrand' }), { name: 'Listwell' }) },
  responses: {
    200: success('The competitor, and how far the history is.', z.object({ data: trackedBrandSchema })),
    ...failures('BAD_REQUEST', 'PROJECT_SCOPED_KEY_REQUIRED', 'NOT_FOUND'),
  },
})

const dismissRoute = createRoute({
  ...COMMON,
  method: 'post',
  path: '/v1/analysis/discovered-brands/dismiss',
  operationId: 'dismissDiscoveredBrand',
  summary: 'Leave a discovered brand out of the lists, or list it again',
  description:
    'It is no brand to track: lists leave it out, in all of its spellings and in later runs too, unless they are asked for `state=dismissed`. ' +
    '`dismissed: false` takes that back. No figure changes. Repeated, the request changes nothing.',
  request: { body: bodyOf(dismissBodySchema.meta({ id: 'DismissDiscoveredBrand' }), { name: 'Listwell' }) },
  responses: {
    200: success('Whether it is dismissed now.', z.object({ data: dismissedBrandSchema })),
    ...failures('BAD_REQUEST', 'PROJECT_SCOPED_KEY_REQUIRED', 'NOT_FOUND'),
  },
})

const PAGE_PARAMETERS = ['limit', 'cursor', 'orderBy', 'state'] as const

/** The parameters as the verb takes them, which checks their values. */
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

/** Adds the endpoints of brands that nobody tracks. */
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
