import { type ChangedPrompts, changePrompts } from '../../core/prompts/batch.ts'
import { PROMPT_LIMITS } from '../../core/prompts/input.ts'
import { builder } from '../foundation/builder.ts'
import { failsWith } from '../foundation/field-extensions.ts'
import { databaseIdOf, globalIdOf } from '../foundation/global-id.ts'
import { namedProject, namingFields, omitNullish } from '../foundation/input.ts'
import { Prompt, PromptEdge, promptEdge } from './prompt.ts'
import { ABOUT } from './prompt-mutations.ts'
import { TagEdge, tagEdges } from './tag.ts'

const NewPromptInput = builder.inputType('NewPromptInput', {
  description: 'A prompt to create.',
  fields: (t) => ({
    text: t.string({ required: true, description: ABOUT.text }),
    providers: t.stringList({ description: `${ABOUT.providers} Defaults to the providers of the project.` }),
    locations: t.field({ type: ['Location'], description: `${ABOUT.locations} Defaults to US.` }),
    tags: t.stringList({ description: ABOUT.tags }),
    active: t.boolean({ description: `${ABOUT.active} Defaults to true.` }),
  }),
})

const PromptChangeInput = builder.inputType('PromptChangeInput', {
  description: 'Changes to a prompt; omitted fields do not change.',
  fields: (t) => ({
    promptId: t.id({ required: true, description: ABOUT.promptId }),
    text: t.string({ description: ABOUT.text }),
    providers: t.stringList({ description: `${ABOUT.providers} Replaces the list.` }),
    locations: t.field({ type: ['Location'], description: `${ABOUT.locations} Replaces the list.` }),
    tags: t.stringList({ description: `${ABOUT.tags} Replaces the list.` }),
    active: t.boolean({ description: ABOUT.active }),
  }),
})

const ChangePromptsInput = builder.inputType('ChangePromptsInput', {
  description: `At most ${PROMPT_LIMITS.operations} operations, applied in the order deletions, updates, creations. So one prompt can take over the text of another.`,
  fields: (t) => ({
    projectId: t.id({ description: ABOUT.projectId }),
    expectedVersion: t.int({ description: ABOUT.expectedVersion }),
    create: t.field({ type: [NewPromptInput], description: 'Prompts to create.' }),
    update: t.field({ type: [PromptChangeInput], description: 'Prompts to change.' }),
    deletePromptIds: t.idList({ description: 'databaseIds or global ids of prompts to delete.' }),
  }),
})

/** Maps paths of the core operation's input to the GraphQL names; see {@link namingFields}. */
const IDS = {
  'update.*.id': 'update.*.promptId',
  delete: 'deletePromptIds',
  'delete.*': 'deletePromptIds.*',
}

const ChangePromptsPayload = builder.objectRef<ChangedPrompts>('ChangePromptsPayload').implement({
  description: 'The changed prompts, each list in the order of the request.',
  fields: (t) => ({
    created: t.expose('created', { type: [Prompt], description: 'The created prompts.' }),
    promptEdges: t.field({
      type: [PromptEdge],
      description: 'The created prompts as edges of the prompts of the project.',
      resolve: ({ created }) => created.map(promptEdge),
    }),
    tagEdges: t.field({
      type: [TagEdge],
      description:
        'Tags of the created and changed prompts, including new tags, as edges of the tags of the project.',
      resolve: ({ created, updated }, _, context) => {
        const [first, ...rest] = [...created, ...updated]
        if (!first) return []
        const ids = new Set([first, ...rest].flatMap(({ tagIds }) => tagIds))
        return tagEdges(first.projectId, [...ids], context)
      },
    }),
    updated: t.expose('updated', {
      type: [Prompt],
      description: 'The changed prompts in their current state.',
    }),
    deletedPromptIds: t.idList({
      description: 'Global ids of the deleted prompts.',
      resolve: ({ deleted }) => deleted.map((id) => globalIdOf('Prompt', id)),
    }),
  }),
})

builder.mutationField('changePrompts', (t) =>
  t.field({
    ...failsWith('NOT_FOUND', 'CONFLICT', 'INVALID_PROVIDER', 'PROMPT_LIMIT_EXCEEDED'),
    type: ChangePromptsPayload,
    description:
      'Deletes, changes and creates prompts atomically. The error lists all invalid fields at once, including texts that another prompt already has.',
    args: { input: t.arg({ type: ChangePromptsInput, required: true, description: 'The operations.' }) },
    resolve: (_, { input: { projectId, create, update, deletePromptIds, ...rest } }, { ctx }) =>
      namingFields(IDS, () =>
        changePrompts({
          ctx,
          input: {
            ...namedProject(projectId),
            ...omitNullish(rest),
            create: (create ?? []).map(({ text, ...rest }) => ({ text, ...omitNullish(rest) })),
            update: (update ?? []).map(({ promptId, ...rest }) => ({
              id: databaseIdOf(promptId, 'Prompt'),
              ...omitNullish(rest),
            })),
            delete: (deletePromptIds ?? []).map((id) => databaseIdOf(id, 'Prompt')),
          },
        }),
      ),
  }),
)
