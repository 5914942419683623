import { type BatchOutcome, changePrompts } from '../../core/prompts/batch.ts'
import { PROMPT_LIMITS } from '../../core/prompts/input.ts'
import { builder } from '../builder.ts'
import { databaseIdOf, globalIdOf } from '../global-id.ts'
import { given, namedProject } from '../input.ts'
import { Prompt } from './prompt.ts'
import { ABOUT } from './prompt-inputs.ts'

const NewPromptInput = builder.inputType('NewPromptInput', {
  description: 'A prompt to be made.',
  fields: (t) => ({
    text: t.string({ required: true, description: ABOUT.text }),
    providers: t.stringList({ description: `${ABOUT.providers} The project’s own when not given.` }),
    locations: t.field({ type: ['CountryCode'], description: `${ABOUT.locations} US when not given.` }),
    tags: t.stringList({ description: ABOUT.tags }),
    active: t.boolean({ description: `${ABOUT.active} True when not given.` }),
  }),
})

const PromptChangeInput = builder.inputType('PromptChangeInput', {
  description: 'What changes of a prompt; what is not given stays.',
  fields: (t) => ({
    id: t.id({ required: true, description: ABOUT.promptId }),
    text: t.string({ description: ABOUT.text }),
    providers: t.stringList({ description: `${ABOUT.providers} Replaces the list.` }),
    locations: t.field({ type: ['CountryCode'], description: `${ABOUT.locations} Replaces the list.` }),
    tags: t.stringList({ description: `${ABOUT.tags} Replaces the list.` }),
    active: t.boolean({ description: ABOUT.active }),
  }),
})

const ChangePromptsInput = builder.inputType('ChangePromptsInput', {
  description: `At most ${PROMPT_LIMITS.operations} operations, applied as deletions, updates, creations: a text may pass from one prompt to another.`,
  fields: (t) => ({
    projectId: t.id({ description: ABOUT.projectId }),
    create: t.field({ type: [NewPromptInput], description: 'Prompts to be made.' }),
    update: t.field({ type: [PromptChangeInput], description: 'Prompts to be changed.' }),
    delete: t.idList({ description: 'Prompts to be deleted, by databaseId or global id.' }),
  }),
})

const ChangePromptsPayload = builder.objectRef<BatchOutcome>('ChangePromptsPayload').implement({
  description: 'What came of changing prompts, each list in the order of the request.',
  fields: (t) => ({
    created: t.expose('created', { type: [Prompt], description: 'Those that were made.' }),
    updated: t.expose('updated', {
      type: [Prompt],
      description: 'Those that were changed, as they are now.',
    }),
    deletedPromptIds: t.idList({
      description: 'Global ids of those that were deleted.',
      resolve: ({ deleted }) => deleted.map((id) => globalIdOf('Prompt', id)),
    }),
  }),
})

builder.mutationField('changePrompts', (t) =>
  t.field({
    type: ChangePromptsPayload,
    description:
      'Deletes, changes and makes prompts, all or none. Every wrong field is told at once; a text that is taken is one.',
    args: { input: t.arg({ type: ChangePromptsInput, required: true, description: 'What to do.' }) },
    resolve: (_, { input: { projectId, create, update, delete: removed } }, { ctx }) =>
      changePrompts({
        ctx,
        input: {
          ...namedProject(projectId),
          create: (create ?? []).map(({ text, ...rest }) => ({ text, ...given(rest) })),
          update: (update ?? []).map(({ id, ...rest }) => ({
            id: databaseIdOf(id, 'Prompt'),
            ...given(rest),
          })),
          delete: (removed ?? []).map((id) => databaseIdOf(id, 'Prompt')),
        },
      }),
  }),
)
