import { createPrompt } from '../../core/prompts/create.ts'
import { deletePrompt } from '../../core/prompts/delete.ts'
import type { PromptRecord } from '../../core/prompts/record.ts'
import { setPromptProviders } from '../../core/prompts/set-providers.ts'
import { updatePrompt } from '../../core/prompts/update.ts'
import { builder } from '../builder.ts'
import { databaseIdOf, globalIdOf } from '../global-id.ts'
import { given, namedProject } from '../input.ts'
import { cursorOf } from '../page.ts'
import { Prompt, PromptEdge, promptListId } from './prompt.ts'
import { ABOUT, promptPayload } from './prompt-inputs.ts'

const CreatePromptInput = builder.inputType('CreatePromptInput', {
  description: 'A prompt to be made.',
  fields: (t) => ({
    projectId: t.id({ description: ABOUT.projectId }),
    text: t.string({ required: true, description: ABOUT.text }),
    providers: t.stringList({ description: `${ABOUT.providers} The project’s own when not given.` }),
    locations: t.field({ type: ['CountryCode'], description: `${ABOUT.locations} US when not given.` }),
    tags: t.stringList({ description: ABOUT.tags }),
    active: t.boolean({ description: `${ABOUT.active} True when not given.` }),
  }),
})

const CreatePromptPayload = builder.objectRef<{ prompt: PromptRecord }>('CreatePromptPayload').implement({
  description: 'What came of making a prompt.',
  fields: (t) => ({
    prompt: t.expose('prompt', { type: Prompt, description: 'The prompt.' }),
    promptEdge: t.field({
      type: PromptEdge,
      description: 'The prompt at its place in the prompts of its project.',
      resolve: ({ prompt }) => ({
        cursor: cursorOf(promptListId(prompt.projectId), prompt.id),
        node: prompt,
      }),
    }),
  }),
})

builder.mutationField('createPrompt', (t) =>
  t.field({
    type: CreatePromptPayload,
    description: 'Makes a prompt, which the next run asks.',
    args: { input: t.arg({ type: CreatePromptInput, required: true, description: 'The prompt.' }) },
    resolve: async (_, { input: { projectId, text, ...rest } }, { ctx }) => ({
      prompt: await createPrompt({ ctx, input: { ...namedProject(projectId), text, ...given(rest) } }),
    }),
  }),
)

const UpdatePromptInput = builder.inputType('UpdatePromptInput', {
  description: 'What changes of a prompt; what is not given stays.',
  fields: (t) => ({
    projectId: t.id({ description: ABOUT.projectId }),
    promptId: t.id({ required: true, description: ABOUT.promptId }),
    text: t.string({ description: ABOUT.text }),
    providers: t.stringList({ description: `${ABOUT.providers} Replaces the list.` }),
    locations: t.field({ type: ['CountryCode'], description: `${ABOUT.locations} Replaces the list.` }),
    tags: t.stringList({ description: `${ABOUT.tags} Replaces the list.` }),
    active: t.boolean({ description: ABOUT.active }),
  }),
})

builder.mutationField('updatePrompt', (t) =>
  t.field({
    type: promptPayload('UpdatePromptPayload', 'What came of changing a prompt.'),
    description:
      'Changes the given fields of a prompt. Results that were measured keep the text they were asked with.',
    args: { input: t.arg({ type: UpdatePromptInput, required: true, description: 'What changes.' }) },
    resolve: async (_, { input: { projectId, promptId, ...rest } }, { ctx }) => ({
      prompt: await updatePrompt({
        ctx,
        input: {
          ...namedProject(projectId),
          promptId: databaseIdOf(promptId, 'Prompt'),
          changes: given(rest),
        },
      }),
    }),
  }),
)

const SetPromptProvidersInput = builder.inputType('SetPromptProvidersInput', {
  description: 'All providers of a prompt.',
  fields: (t) => ({
    projectId: t.id({ description: ABOUT.projectId }),
    promptId: t.id({ required: true, description: ABOUT.promptId }),
    providers: t.stringList({ required: true, description: ABOUT.providers }),
  }),
})

builder.mutationField('setPromptProviders', (t) =>
  t.field({
    type: promptPayload('SetPromptProvidersPayload', 'What came of setting the providers of a prompt.'),
    description: 'Replaces the providers of a prompt; earlier assignments are discarded.',
    args: { input: t.arg({ type: SetPromptProvidersInput, required: true, description: 'The providers.' }) },
    resolve: async (_, { input: { projectId, promptId, providers } }, { ctx }) => ({
      prompt: await setPromptProviders({
        ctx,
        input: {
          ...namedProject(projectId),
          promptId: databaseIdOf(promptId, 'Prompt'),
          assignment: { providers },
        },
      }),
    }),
  }),
)

const DeletePromptInput = builder.inputType('DeletePromptInput', {
  description: 'The prompt to delete.',
  fields: (t) => ({
    projectId: t.id({ description: ABOUT.projectId }),
    promptId: t.id({ required: true, description: ABOUT.promptId }),
  }),
})

const DeletePromptPayload = builder.objectRef<{ deleted: string }>('DeletePromptPayload').implement({
  description: 'What came of deleting a prompt.',
  fields: (t) => ({
    deletedPromptId: t.id({
      description: 'The global id of the prompt.',
      resolve: ({ deleted }) => globalIdOf('Prompt', deleted),
    }),
  }),
})

builder.mutationField('deletePrompt', (t) =>
  t.field({
    type: DeletePromptPayload,
    description: 'Deletes a prompt; results that were measured stay, and can still be asked for it.',
    args: { input: t.arg({ type: DeletePromptInput, required: true, description: 'Which one.' }) },
    resolve: async (_, { input: { projectId, promptId } }, { ctx }) => ({
      deleted: await deletePrompt({
        ctx,
        input: { ...namedProject(projectId), promptId: databaseIdOf(promptId, 'Prompt') },
      }),
    }),
  }),
)
