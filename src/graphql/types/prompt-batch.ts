import { type ChangedPrompts, changePrompts } from '../../core/prompts/batch.ts'
import { PROMPT_LIMITS } from '../../core/prompts/input.ts'
import { builder } from '../builder.ts'
import { databaseIdOf, globalIdOf } from '../global-id.ts'
import { given, namedProject, namingFields } from '../input.ts'
import { Prompt, PromptEdge, promptEdge } from './prompt.ts'
import { ABOUT } from './prompt-mutations.ts'
import { TagEdge, tagEdges } from './tag.ts'

const NewPromptInput = builder.inputType('NewPromptInput', {
  description: 'A prompt to create.',
  fields: (t) => ({
    text: t.string({ required: true, description: ABOUT.text }),
    providers: t.stringList({ description: `${ABOUT.providers} By default those of the project.` }),
    locations: t.field({ type: ['CountryCode'], description: `${ABOUT.locations} By default US.` }),
    tags: t.stringList({ description: ABOUT.tags }),
    active: t.boolean({ description: `${ABOUT.active} By default true.` }),
  }),
})

const PromptChangeInput = builder.inputType('PromptChangeInput', {
  description: 'Changes of a prompt; fields that are not given stay as they are.',
  fields: (t) => ({
    promptId: t.id({ required: true, description: ABOUT.promptId }),
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
    create: t.field({ type: [NewPromptInput], description: 'Prompts to create.' }),
    update: t.field({ type: [PromptChangeInput], description: 'Prompts to change.' }),
    deletePromptIds: t.idList({ description: 'Prompts to delete, by databaseId or global id.' }),
  }),
})

/** GraphQL names of fields that core names otherwise; see {@link namingFields}. */
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
        'The tags of the created and changed prompts, new ones included, as edges of the tags of the project.',
      resolve: ({ created, updated }, _, context) => {
        const [first, ...rest] = [...created, ...updated]
        if (!first) return []
        const ids = new Set([first, ...rest].flatMap(({ tagIds }) => tagIds))
        return tagEdges(first.projectId, [...ids], context)
      },
    }),
    updated: t.expose('updated', {
      type: [Prompt],
      description: 'The changed prompts, as they are now.',
    }),
    deletedPromptIds: t.idList({
      description: 'Global ids of the deleted prompts.',
      resolve: ({ deleted }) => deleted.map((id) => globalIdOf('Prompt', id)),
    }),
  }),
})

builder.mutationField('changePrompts', (t) =>
  t.field({
    type: ChangePromptsPayload,
    description:
      'Deletes, changes and creates prompts, all or none. All wrong fields are reported at once, texts that another prompt has included.',
    args: { input: t.arg({ type: ChangePromptsInput, required: true, description: 'What to do.' }) },
    resolve: (_, { input: { projectId, create, update, deletePromptIds } }, { ctx }) =>
      namingFields(IDS, () =>
        changePrompts({
          ctx,
          input: {
            ...namedProject(projectId),
            create: (create ?? []).map(({ text, ...rest }) => ({ text, ...given(rest) })),
            update: (update ?? []).map(({ promptId, ...rest }) => ({
              id: databaseIdOf(promptId, 'Prompt'),
              ...given(rest),
            })),
            delete: (deletePromptIds ?? []).map((id) => databaseIdOf(id, 'Prompt')),
          },
        }),
      ),
  }),
)
