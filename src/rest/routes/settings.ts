import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { setCompetitorsBodySchema } from '../../core/competitors/input.ts'
import { setCompetitors } from '../../core/competitors/replace.ts'
import { parse } from '../../core/foundation/parse.ts'
import { promptDefinition } from '../../core/prompts/definition.ts'
import {
  type ChangeTagsInput,
  changeTags,
  changeTagsInputSchema,
  type SetTagsInput,
  setTags,
  setTagsInputSchema,
} from '../../core/prompts/set-tags.ts'
import { checkInput } from '../../core/prompts/validation.ts'
import { scheduleDefinition } from '../../core/schedules/definition.ts'
import { setSchedule, setScheduleBodySchema } from '../../core/schedules/update.ts'
import { settingsBodySchema } from '../../core/settings/input.ts'
import { readSettings } from '../../core/settings/read.ts'
import { updateSettings } from '../../core/settings/update.ts'
import { jsonBody } from '../foundation/body.ts'
import type { RestApp } from '../foundation/context.ts'
import { showCompetitor, showPrompt, showSettings } from '../foundation/show.ts'
import {
  CHANGE_TAGS_REQUEST,
  COMPETITORS_REQUEST,
  SCHEDULE_REQUEST,
  SET_TAGS_REQUEST,
  SETTINGS_REQUEST,
} from '../openapi/examples.ts'
import { takes } from '../openapi/keys.ts'
import { bodyOf } from '../openapi/request-body.ts'
import { failures, success } from '../openapi/responses.ts'
import { competitorListSchema, settingsSchema } from '../schemas/settings.ts'

const COMMON = { tags: ['Settings'], security: takes('projectKey') }
const FAILURES = failures('BAD_REQUEST', 'PROJECT_SCOPED_KEY_REQUIRED', 'NOT_FOUND', 'CONFLICT')

const readRoute = createRoute({
  ...COMMON,
  method: 'get',
  path: '/v1/settings',
  operationId: 'getSettings',
  summary: 'Get the prompts, the competitors and the schedule of the weekly runs',
  description: 'Prompts are complete, however many there are. To read them in pages, use `GET /v1/prompts`.',
  responses: {
    200: success('The settings.', z.object({ data: settingsSchema })),
    ...failures('PROJECT_SCOPED_KEY_REQUIRED', 'NOT_FOUND'),
  },
})

const updateRoute = createRoute({
  ...COMMON,
  method: 'put',
  path: '/v1/settings',
  operationId: 'updateSettings',
  summary: 'Replace prompts, competitors and the state of the weekly runs',
  description:
    'Each part is optional and replaced as a whole: items missing from a list are deleted, omitted parts do not change. Prompts ' +
    'are matched by id or text, competitors by id or name; matched items keep their ids and their history.',
  request: { body: bodyOf(settingsBodySchema.meta({ id: 'UpdateSettings' }), SETTINGS_REQUEST) },
  responses: {
    200: success('The settings.', z.object({ data: settingsSchema })),
    ...failures(
      'BAD_REQUEST',
      'INVALID_PROVIDER',
      'PROJECT_SCOPED_KEY_REQUIRED',
      'NOT_FOUND',
      'PROMPT_LIMIT_EXCEEDED',
      'CONFLICT',
    ),
  },
})

const scheduleRoute = createRoute({
  ...COMMON,
  method: 'put',
  path: '/v1/settings/schedule',
  operationId: 'setSchedule',
  summary: 'Switch the weekly runs on or off',
  description: 'A project without a schedule gets the default: Monday 03:00 UTC.',
  request: { body: bodyOf(setScheduleBodySchema.meta({ id: 'SetSchedule' }), SCHEDULE_REQUEST) },
  responses: {
    200: success('The schedule.', z.object({ data: scheduleDefinition })),
    ...FAILURES,
  },
})

const competitorsRoute = createRoute({
  ...COMMON,
  method: 'put',
  path: '/v1/settings/competitors',
  operationId: 'setCompetitors',
  summary: 'Replace the competitors',
  description: 'Existing competitors keep their id; names are compared case-insensitively.',
  request: { body: bodyOf(setCompetitorsBodySchema.meta({ id: 'SetCompetitors' }), COMPETITORS_REQUEST) },
  responses: {
    200: success('The competitors.', z.object({ data: competitorListSchema })),
    ...FAILURES,
  },
})

const setTagsRoute = createRoute({
  ...COMMON,
  method: 'put',
  path: '/v1/settings/tags',
  operationId: 'setTags',
  summary: 'Replace the tags of a prompt',
  description:
    'Tags belong to the project. Their names are case-insensitive, and the first spelling is kept.',
  request: { body: bodyOf(setTagsInputSchema.meta({ id: 'SetTags' }), SET_TAGS_REQUEST) },
  responses: {
    200: success('The prompt.', z.object({ data: promptDefinition })),
    ...FAILURES,
  },
})

const changeTagsRoute = createRoute({
  ...COMMON,
  method: 'patch',
  path: '/v1/settings/tags',
  operationId: 'changeTags',
  summary: 'Add and remove tags of a prompt',
  description: 'Adding an existing tag or removing a missing tag has no effect.',
  request: { body: bodyOf(changeTagsInputSchema.meta({ id: 'ChangeTags' }), CHANGE_TAGS_REQUEST) },
  responses: {
    200: success('The prompt.', z.object({ data: promptDefinition })),
    ...FAILURES,
  },
})

export function addSettingsRoutes(app: RestApp): void {
  app.openAPIRegistry.registerPath(readRoute)
  app.get(readRoute.getRoutingPath(), async (context) =>
    context.json({ data: showSettings(await readSettings({ ctx: context.get('ctx') })) }),
  )

  app.openAPIRegistry.registerPath(updateRoute)
  app.put(updateRoute.getRoutingPath(), async (context) => {
    const ctx = context.get('ctx')
    // Validate here too, as in the handlers below: the operations accept more fields than REST documents.
    const input = checkInput(ctx, settingsBodySchema, await jsonBody(context, 'settings:write'))
    return context.json({ data: showSettings(await updateSettings({ ctx, input })) })
  })

  app.openAPIRegistry.registerPath(scheduleRoute)
  app.put(scheduleRoute.getRoutingPath(), async (context) => {
    const input = parse(setScheduleBodySchema, await jsonBody(context, 'settings:write'))
    return context.json({ data: await setSchedule({ ctx: context.get('ctx'), input }) })
  })

  app.openAPIRegistry.registerPath(competitorsRoute)
  app.put(competitorsRoute.getRoutingPath(), async (context) => {
    const input = parse(setCompetitorsBodySchema, await jsonBody(context, 'settings:write'))
    const competitors = await setCompetitors({ ctx: context.get('ctx'), input })
    return context.json({ data: competitors.map(showCompetitor) })
  })

  app.openAPIRegistry.registerPath(setTagsRoute)
  app.put(setTagsRoute.getRoutingPath(), async (context) => {
    const input = (await jsonBody(context, 'settings:write')) as SetTagsInput
    return context.json({ data: showPrompt(await setTags({ ctx: context.get('ctx'), input })) })
  })

  app.openAPIRegistry.registerPath(changeTagsRoute)
  app.patch(changeTagsRoute.getRoutingPath(), async (context) => {
    const input = (await jsonBody(context, 'settings:write')) as ChangeTagsInput
    return context.json({ data: showPrompt(await changeTags({ ctx: context.get('ctx'), input })) })
  })
}
