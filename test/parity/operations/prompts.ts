import type { Operation } from '../operation.ts'
import type { Tenant } from '../tenant.ts'
import { inFilter, mutation, query, rest, tool, unsubscribe, WITHIN_PROJECT, wrong } from './entry-parts.ts'

/** Moves the tenant to the plan with a limit of ten prompts and creates prompts up to the limit. */
async function fillPlan(tenant: Tenant): Promise<void> {
  await unsubscribe(tenant)
  const { world, objects } = tenant
  const { projectId } = objects
  const { prisma } = world.operator.db
  const texts = Array.from({ length: 8 }, (_, index) => `Filler ${index}?`)
  await prisma.prompt.createMany({
    data: texts.map((text, index) => ({
      id: `00000000-0000-7000-8000-${projectId.slice(-11)}${index}`,
      projectId,
      text,
      providers: ['chatgpt'],
      locations: ['US'],
    })),
  })
}

/** Operations on prompts and their tags. */
export const PROMPT_OPERATIONS: readonly Operation[] = [
  {
    ...WITHIN_PROJECT,
    name: 'list prompts',
    input: () => ({ limit: 1, q: 'WHICH', provider: 'provider_1' }),
    rest: rest('GET /v1/prompts', 'listPrompts'),
    graphql: query(
      ['pagePrompts', 'countPrompts'],
      [
        'viewer',
        'project',
        'prompts(first: $first, after: $after, filter: { q: $q, provider: $provider, tag: $tag })',
      ],
      { names: { limit: 'first', cursor: 'after', ...inFilter('q', 'provider', 'tag') } },
    ),
    mcp: tool('list_prompts', ['listPrompts'], { field: 'prompts' }),
    otherTenant: "the prompts belong to the key's project",
    badInput: [
      wrong('a negative limit', { limit: -1 }, ['limit']),
      wrong('an unknown provider', { provider: 'askjeeves' }, ['provider'], 'INVALID_PROVIDER'),
      wrong('a forged cursor', { cursor: 'abc' }, ['cursor']),
    ],
  },
  {
    ...WITHIN_PROJECT,
    name: 'create a prompt',
    scope: 'write',
    input: () => ({
      text: 'Best board?',
      providers: ['provider_2', 'chatgpt'],
      locations: ['US', 'DE'],
      tags: ['New', 'old'],
    }),
    rest: rest('POST /v1/prompts', 'createPrompt'),
    graphql: mutation('createPrompt', 'createPrompt', ['prompt']),
    otherTenant: "the prompt is created in the key's project",
    badInput: [
      wrong('a blank text', { text: '  ' }, ['text']),
      wrong('no text', { text: undefined }, ['text']),
      wrong(
        'an unknown provider',
        { providers: ['chatgpt', 'askjeeves'] },
        ['providers.1'],
        'INVALID_PROVIDER',
      ),
      wrong('an invalid country', { locations: ['US', 'germany'] }, ['locations.1']),
      wrong('an unknown country', { locations: ['XX'] }, ['locations.0']),
      wrong('a number for a text', { text: 5 }, ['text']),
      wrong('an unknown field', { colour: 'red' }, ['colour']),
      wrong('a project, which the key implies', { projectId: '019a6f2e-8c1d-7a40-9f5e-3b7c2d1e0f64' }, [
        'projectId',
      ]),
    ],
    overLimit: [
      { name: 'more prompts than the plan allows', arrange: fillPlan, code: 'PROMPT_LIMIT_EXCEEDED' },
      { name: 'the text of another prompt', input: () => ({ text: 'Which list?' }), code: 'CONFLICT' },
    ],
  },
  {
    ...WITHIN_PROJECT,
    name: 'change a prompt',
    scope: 'write',
    input: ({ promptId }) => ({ promptId, text: 'Better board?', tags: ['One'], active: false }),
    rest: rest('PATCH /v1/prompts/{promptId}', 'updatePrompt'),
    graphql: mutation('updatePrompt', 'updatePrompt', ['prompt']),
    otherTenant: ({ promptId }) => ({ promptId }),
    badInput: [
      wrong('an empty text', { text: '' }, ['text']),
      wrong('no provider', { providers: [] }, ['providers']),
      wrong('an unknown provider', { providers: ['askjeeves'] }, ['providers.0'], 'INVALID_PROVIDER'),
      wrong('a word for a boolean', { active: 'yes' }, ['active']),
    ],
    overLimit: [
      { name: 'the text of another prompt', input: () => ({ text: 'Which list?' }), code: 'CONFLICT' },
    ],
  },
  {
    ...WITHIN_PROJECT,
    name: 'replace the providers of a prompt',
    scope: 'write',
    input: ({ promptId }) => ({ promptId, providers: ['gemini', 'provider_7'] }),
    rest: rest('PUT /v1/prompts/{promptId}/providers', 'setPromptProviders'),
    graphql: mutation('setPromptProviders', 'setPromptProviders', ['prompt']),
    otherTenant: ({ promptId }) => ({ promptId }),
    badInput: [
      wrong('no provider', { providers: [] }, ['providers']),
      wrong(
        'an unknown provider',
        { providers: ['gemini', 'askjeeves'] },
        ['providers.1'],
        'INVALID_PROVIDER',
      ),
    ],
  },
  {
    ...WITHIN_PROJECT,
    name: 'change several prompts',
    scope: 'write',
    input: ({ promptId, otherPromptId }) => ({
      create: [{ text: 'Third?' }, { text: 'Fourth?', tags: ['x'] }],
      update: [{ id: promptId, text: 'First?' }],
      delete: [otherPromptId],
    }),
    rest: rest('POST /v1/prompts/batch', 'changePrompts'),
    graphql: mutation('changePrompts', 'changePrompts', [], {
      names: { 'update.*.id': 'update.*.promptId', delete: 'deletePromptIds' },
      places: { deleted: 'deletedPromptIds' },
    }),
    otherTenant: ({ promptId }) => ({ update: [{ id: promptId, text: 'Mine?' }] }),
    badInput: [
      wrong('a duplicate text', { create: [{ text: 'Twin?' }, { text: 'Twin?' }] }, ['create.1.text']),
      wrong(
        'several invalid items',
        { create: [{ text: '' }, { text: 'Fine?', providers: ['askjeeves'] }], update: [], delete: [] },
        ['create.0.text', 'create.1.providers.0'],
      ),
      wrong(
        'only an unknown provider',
        { create: [{ text: 'Fine?', providers: ['askjeeves'] }] },
        ['create.0.providers.0'],
        'INVALID_PROVIDER',
      ),
      wrong('the text of another prompt', { create: [{ text: 'Which list?' }], update: [], delete: [] }, [
        'create.0.text',
      ]),
    ],
    overLimit: [
      { name: 'more prompts than the plan allows', arrange: fillPlan, code: 'PROMPT_LIMIT_EXCEEDED' },
    ],
  },
  {
    ...WITHIN_PROJECT,
    name: 'replace the tags of a prompt',
    scope: 'write',
    input: ({ promptId }) => ({ projectPromptId: promptId, tags: ['b', 'A'] }),
    rest: rest('PUT /v1/settings/tags', 'setTags'),
    graphql: mutation('setPromptTags', 'setTags', ['prompt'], { names: { projectPromptId: 'promptId' } }),
    otherTenant: ({ promptId }) => ({ projectPromptId: promptId }),
    badInput: [
      wrong('an empty tag', { tags: ['a', ''] }, ['tags.1']),
      wrong('an invalid id', { projectPromptId: 'x' }, ['projectPromptId']),
    ],
  },
  {
    ...WITHIN_PROJECT,
    name: 'add and remove tags of a prompt',
    scope: 'write',
    input: ({ promptId }) => ({ projectPromptId: promptId, add: ['b', 'A'], remove: ['c'] }),
    rest: rest('PATCH /v1/settings/tags', 'changeTags'),
    graphql: mutation('changePromptTags', 'changeTags', ['prompt'], {
      names: { projectPromptId: 'promptId' },
    }),
    otherTenant: ({ promptId }) => ({ projectPromptId: promptId }),
    badInput: [wrong('a tag both added and removed', { remove: ['B'] }, ['remove.0'])],
  },
  {
    ...WITHIN_PROJECT,
    name: 'delete a prompt',
    scope: 'write',
    input: ({ promptId }) => ({ promptId }),
    rest: rest('DELETE /v1/prompts/{promptId}', 'deletePrompt'),
    graphql: mutation('deletePrompt', 'deletePrompt', [], { places: { id: 'deletedPromptId' } }),
    otherTenant: ({ promptId }) => ({ promptId }),
    badInput: 'its input is an id',
  },
  {
    ...WITHIN_PROJECT,
    name: 'list the suggested prompts',
    rest: rest('GET /v1/prompts/suggestions', 'readPromptSuggestions'),
    graphql: query(['listPromptSuggestions'], ['viewer', 'project', 'promptSuggestions']),
    otherTenant: "the suggestions belong to the key's project",
    badInput: 'it takes no input',
  },
  {
    ...WITHIN_PROJECT,
    name: 'dismiss a suggested prompt',
    scope: 'write',
    input: () => ({ text: 'best planner for schools', dismissed: true }),
    rest: rest('POST /v1/prompts/suggestions/dismiss', 'dismissPromptSuggestion'),
    graphql: mutation('dismissPromptSuggestion', 'dismissPromptSuggestion', []),
    otherTenant: "the suggestions belong to the key's project",
    badInput: [
      wrong('an empty text', { text: ' ' }, ['text']),
      wrong('a text without content words', { text: 'What is the best?' }, ['text']),
      wrong('a word for a boolean', { dismissed: 'yes' }, ['dismissed']),
    ],
  },
]
