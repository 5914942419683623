import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { expectedVersionSchema } from '../../core/access/project-access.ts'
import { changePrompts } from '../../core/prompts/batch.ts'
import { createPrompt } from '../../core/prompts/create.ts'
import { promptDefinition } from '../../core/prompts/definition.ts'
import { deletePrompt } from '../../core/prompts/delete.ts'
import {
  type BatchInput,
  batchInputSchema,
  type CreateInput,
  createInputSchema,
  PROMPT_LIMITS,
  type SetProvidersBody,
  setProvidersBodySchema,
  type UpdateBody,
  updateBodySchema,
} from '../../core/prompts/input.ts'
import { listPrompts, PROMPTS_PAGE } from '../../core/prompts/list.ts'
import { setPromptProviders, updatePrompt } from '../../core/prompts/update.ts'
import { createExample } from '../../definitions/fields/example.ts'
import { jsonBody } from '../foundation/body.ts'
import type { RestApp } from '../foundation/context.ts'
import { queryOf, wholeNumber } from '../foundation/query.ts'
import { showPrompt } from '../foundation/show.ts'
import { BATCH_REQUEST, CREATE_REQUEST, PROVIDERS_REQUEST, UPDATE_REQUEST } from '../openapi/examples.ts'
import { takes } from '../openapi/keys.ts'
import { bodyOf } from '../openapi/request-body.ts'
import { failures, success } from '../openapi/responses.ts'
import { batchOutcomeSchema, deletedPromptSchema, promptPageSchema } from '../schemas/prompt.ts'

const COMMON = { tags: ['Prompts'], security: takes('projectKey') }
const PROMPT_ID = z.object({ promptId: z.string() })
const ONE_PROMPT = z.object({ data: promptDefinition })

const listRoute = createRoute({
  ...COMMON,
  method: 'get',
  path: '/v1/prompts',
  operationId: 'listPrompts',
  summary: 'List the prompts of the project',
  description:
    'Returns prompts that match all filters. Prompts added or deleted between two pages do not shift the others.',
  request: {
    query: z.object({
      limit: z
        .int()
        .min(1)
        .default(PROMPTS_PAGE.usual)
        .describe(`Prompts per page; values above ${PROMPTS_PAGE.most} are reduced to it.`),
      cursor: z.string().optional().describe('`nextCursor` of the previous page.'),
      q: z.string().optional().describe('Part of the text, case-insensitive.'),
      provider: z.string().optional().describe('Provider id or alias.'),
      tag: z.string().optional().describe('Name of a tag, case-insensitive.'),
    }),
  },
  responses: {
    200: success('A page of prompts.', promptPageSchema, {
      example: { data: [createExample(promptDefinition)], nextCursor: null },
    }),
    ...failures('BAD_REQUEST', 'INVALID_PROVIDER', 'PROJECT_SCOPED_KEY_REQUIRED'),
  },
})

const createPromptRoute = createRoute({
  ...COMMON,
  method: 'post',
  path: '/v1/prompts',
  operationId: 'createPrompt',
  summary: 'Add a prompt',
  description: "`providers` default to the project's providers, `locations` to US.",
  request: { body: bodyOf(createInputSchema.meta({ id: 'CreatePrompt' }), CREATE_REQUEST) },
  responses: {
    201: success('The prompt.', ONE_PROMPT),
    ...failures(
      'BAD_REQUEST',
      'INVALID_PROVIDER',
      'PROJECT_SCOPED_KEY_REQUIRED',
      'PROMPT_LIMIT_EXCEEDED',
      'CONFLICT',
    ),
  },
})

const batchRoute = createRoute({
  ...COMMON,
  method: 'post',
  path: '/v1/prompts/batch',
  operationId: 'changePrompts',
  summary: 'Delete, change and add prompts atomically',
  description:
    `At most ${PROMPT_LIMITS.operations} operations, applied in this order: deletions, updates, creations. So one prompt can take over the text of ` +
    'another. The error lists all invalid fields of the batch at once, including texts that are already in use.',
  request: { body: bodyOf(batchInputSchema.meta({ id: 'ChangePrompts' }), BATCH_REQUEST) },
  responses: {
    200: success('The created, updated and deleted prompts.', z.object({ data: batchOutcomeSchema }), {
      example: { data: { created: [createExample(promptDefinition)], updated: [], deleted: [] } },
    }),
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

const updateRoute = createRoute({
  ...COMMON,
  method: 'patch',
  path: '/v1/prompts/{promptId}',
  operationId: 'updatePrompt',
  summary: 'Change a prompt',
  description: 'Omitted fields do not change; lists are replaced as a whole.',
  request: {
    params: PROMPT_ID,
    body: bodyOf(updateBodySchema.meta({ id: 'UpdatePrompt' }), UPDATE_REQUEST),
  },
  responses: {
    200: success('The prompt.', ONE_PROMPT),
    ...failures('BAD_REQUEST', 'INVALID_PROVIDER', 'PROJECT_SCOPED_KEY_REQUIRED', 'NOT_FOUND', 'CONFLICT'),
  },
})

const deleteRoute = createRoute({
  ...COMMON,
  method: 'delete',
  path: '/v1/prompts/{promptId}',
  operationId: 'deletePrompt',
  summary: 'Delete a prompt',
  description: 'Its existing results are kept.',
  request: { params: PROMPT_ID, query: z.object({ expectedVersion: expectedVersionSchema }) },
  responses: {
    200: success('The prompt was deleted.', z.object({ data: deletedPromptSchema })),
    ...failures('BAD_REQUEST', 'PROJECT_SCOPED_KEY_REQUIRED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT'),
  },
})

const setProvidersRoute = createRoute({
  ...COMMON,
  method: 'put',
  path: '/v1/prompts/{promptId}/providers',
  operationId: 'setPromptProviders',
  summary: 'Replace the providers of a prompt',
  description: 'Replaces all earlier assignments; existing results are kept.',
  request: {
    params: PROMPT_ID,
    body: bodyOf(setProvidersBodySchema.meta({ id: 'SetPromptProviders' }), PROVIDERS_REQUEST),
  },
  responses: {
    200: success('The prompt.', ONE_PROMPT),
    ...failures('BAD_REQUEST', 'INVALID_PROVIDER', 'PROJECT_SCOPED_KEY_REQUIRED', 'NOT_FOUND', 'CONFLICT'),
  },
})

export function addPromptRoutes(app: RestApp): void {
  app.openAPIRegistry.registerPath(listRoute)
  app.get(listRoute.getRoutingPath(), async (context) => {
    const { limit, ...filters } = queryOf(context, 'prompts:read', [
      'limit',
      'cursor',
      'q',
      'provider',
      'tag',
    ])
    const input = { ...filters, ...(limit !== undefined && { limit: wholeNumber(limit) }) }
    const { prompts, nextCursor } = await listPrompts({ ctx: context.get('ctx'), input })
    return context.json({ data: prompts.map(showPrompt), nextCursor })
  })

  app.openAPIRegistry.registerPath(createPromptRoute)
  app.post(createPromptRoute.getRoutingPath(), async (context) => {
    const input = (await jsonBody(context, 'prompts:write')) as CreateInput
    const prompt = await createPrompt({ ctx: context.get('ctx'), input })
    return context.json({ data: showPrompt(prompt) }, 201)
  })

  app.openAPIRegistry.registerPath(batchRoute)
  app.post(batchRoute.getRoutingPath(), async (context) => {
    const input = (await jsonBody(context, 'prompts:write')) as BatchInput
    const { created, updated, deleted } = await changePrompts({ ctx: context.get('ctx'), input })
    const data = { created: created.map(showPrompt), updated: updated.map(showPrompt), deleted }
    return context.json({ data })
  })

  app.openAPIRegistry.registerPath(updateRoute)
  app.patch(updateRoute.getRoutingPath(), async (context) => {
    const changes = (await jsonBody(context, 'prompts:write')) as UpdateBody
    const input = { promptId: context.req.param('promptId'), changes }
    return context.json({ data: showPrompt(await updatePrompt({ ctx: context.get('ctx'), input })) })
  })

  app.openAPIRegistry.registerPath(deleteRoute)
  app.delete(deleteRoute.getRoutingPath(), async (context) => {
    const promptId = context.req.param('promptId') ?? ''
    const { expectedVersion } = queryOf(context, 'prompts:write', ['expectedVersion'])
    const input = {
      promptId,
      ...(expectedVersion !== undefined && { expectedVersion: wholeNumber(expectedVersion) }),
    }
    const id = await deletePrompt({ ctx: context.get('ctx'), input })
    return context.json({ data: { id, deleted: true } })
  })

  app.openAPIRegistry.registerPath(setProvidersRoute)
  app.put(setProvidersRoute.getRoutingPath(), async (context) => {
    const assignment = (await jsonBody(context, 'prompts:write')) as SetProvidersBody
    const input = { promptId: context.req.param('promptId'), assignment }
    return context.json({ data: showPrompt(await setPromptProviders({ ctx: context.get('ctx'), input })) })
  })
}
