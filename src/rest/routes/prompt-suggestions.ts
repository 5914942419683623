import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { parse } from '../../core/foundation/parse.ts'
import { promptSuggestionDefinition } from '../../core/prompt-suggestions/definition.ts'
import {
  dismissPromptSuggestion,
  dismissSuggestionBodySchema,
} from '../../core/prompt-suggestions/dismiss.ts'
import { readPromptSuggestions } from '../../core/prompt-suggestions/list.ts'
import { fieldMetadata } from '../../definitions/fields/field-metadata.ts'
import { jsonBody } from '../foundation/body.ts'
import type { RestApp } from '../foundation/context.ts'
import { showPromptSuggestion } from '../foundation/show.ts'
import { takes } from '../openapi/keys.ts'
import { bodyOf } from '../openapi/request-body.ts'
import { failures, success } from '../openapi/responses.ts'

const COMMON = { tags: ['Prompts'], security: takes('projectKey') }
const EXAMPLE = { text: 'best task manager for freelancers' }

const listRoute = createRoute({
  ...COMMON,
  method: 'get',
  path: '/v1/prompts/suggestions',
  operationId: 'listPromptSuggestions',
  summary: 'List suggested prompts',
  description:
    'At most 50, from the website of the brand, from looked up search volumes and from what assistants searched for in the latest run. Texts that mean the same as a prompt ' +
    'or as another suggestion are omitted. `POST /v1/prompts` accepts one.',
  responses: {
    200: success(
      'The suggestions.',
      z.object({ data: z.array(promptSuggestionDefinition.meta({ id: 'PromptSuggestion' })) }),
    ),
    ...failures('PROJECT_SCOPED_KEY_REQUIRED'),
  },
})

const dismissedSchema = z
  .object({
    text: z
      .string()
      .describe('The text as sent in the request.')
      .register(fieldMetadata, { example: EXAMPLE.text }),
    dismissed: z
      .boolean()
      .describe('Whether the suggestion is hidden.')
      .register(fieldMetadata, { example: true }),
  })
  .meta({ id: 'DismissedSuggestion' })

const dismissRoute = createRoute({
  ...COMMON,
  method: 'post',
  path: '/v1/prompts/suggestions/dismiss',
  operationId: 'dismissPromptSuggestion',
  summary: 'Hide a suggested prompt, or show it again',
  description:
    'Hides the suggestion and others with the same words. Repeating the request has no further effect.',
  request: { body: bodyOf(dismissSuggestionBodySchema.meta({ id: 'DismissPromptSuggestion' }), EXAMPLE) },
  responses: {
    200: success('Whether the suggestion is dismissed.', z.object({ data: dismissedSchema })),
    ...failures('BAD_REQUEST', 'PROJECT_SCOPED_KEY_REQUIRED', 'NOT_FOUND'),
  },
})

export function addPromptSuggestionRoutes(app: RestApp): void {
  app.openAPIRegistry.registerPath(listRoute)
  app.get(listRoute.getRoutingPath(), async (context) => {
    const suggestions = await readPromptSuggestions({ ctx: context.get('ctx') })
    return context.json({ data: suggestions.map(showPromptSuggestion) })
  })

  app.openAPIRegistry.registerPath(dismissRoute)
  app.post(dismissRoute.getRoutingPath(), async (context) => {
    const input = parse(dismissSuggestionBodySchema, await jsonBody(context, 'prompts:write'))
    const { text, dismissed } = await dismissPromptSuggestion({ ctx: context.get('ctx'), input })
    return context.json({ data: { text, dismissed } })
  })
}
