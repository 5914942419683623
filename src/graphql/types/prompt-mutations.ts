import { createPrompt } from '../../core/prompts/create.ts'
import { deletePrompt } from '../../core/prompts/delete.ts'
import type { PromptRecord } from '../../core/prompts/row.ts'
import { changeTags, setTags } from '../../core/prompts/set-tags.ts'
import { setPromptProviders, updatePrompt } from '../../core/prompts/update.ts'
import { builder } from '../foundation/builder.ts'
import { failsWith } from '../foundation/field-extensions.ts'
import { databaseIdOf, globalIdOf } from '../foundation/global-id.ts'
import { namedProject, namingFields, omitNullish } from '../foundation/input.ts'
import { ABOUT as ABOUT_PROJECT } from './project-mutations.ts'
import { Prompt, PromptEdge, promptEdge } from './prompt.ts'
import { TagEdge, tagEdges } from './tag.ts'

/** Descriptions of input fields shared by mutations of prompts. */
export const ABOUT = {
  projectId: ABOUT_PROJECT.projectId,
  expectedVersion: ABOUT_PROJECT.expectedVersion,
  promptId: 'databaseId or global id of the prompt.',
  text: 'The question, 1–5,000 characters; unique in the project.',
  providers: 'Ids or aliases of the providers to ask.',
  locations: 'Countries to ask for, 1–20.',
  tags: 'Names of all tags of the prompt, at most 50; new tags are created.',
  active: 'Whether runs ask the prompt.',
} as const

/** Creates the payload type of a mutation that returns one prompt. */
function promptPayload(name: string, description: string) {
  return builder.objectRef<{ prompt: PromptRecord }>(name).implement({
    description,
    fields: (t) => ({
      prompt: t.expose('prompt', { type: Prompt, description: 'The current state of the prompt.' }),
      tagEdges: t.field({
        type: [TagEdge],
        description: 'Tags of the prompt, including new tags, as edges of the tags of the project.',
        resolve: ({ prompt }, _, context) => tagEdges(prompt.projectId, prompt.tagIds, context),
      }),
    }),
  })
}

const CreatePromptInput = builder.inputType('CreatePromptInput', {
  description: 'A prompt to create.',
  fields: (t) => ({
    projectId: t.id({ description: ABOUT.projectId }),
    expectedVersion: t.int({ description: ABOUT.expectedVersion }),
    text: t.string({ required: true, description: ABOUT.text }),
    providers: t.stringList({ description: `${ABOUT.providers} Defaults to the providers of the project.` }),
    locations: t.field({ type: ['Location'], description: `${ABOUT.locations} Defaults to US.` }),
    tags: t.stringList({ description: ABOUT.tags }),
    active: t.boolean({ description: `${ABOUT.active} Defaults to true.` }),
  }),
})

const CreatePromptPayload = promptPayload('CreatePromptPayload', 'The result of creating a prompt.')

builder.objectField(CreatePromptPayload, 'promptEdge', (t) =>
  t.field({
    type: PromptEdge,
    description: 'The prompt with its position in the prompts of the project.',
    resolve: ({ prompt }) => promptEdge(prompt),
  }),
)

builder.mutationField('createPrompt', (t) =>
  t.field({
    ...failsWith('NOT_FOUND', 'CONFLICT', 'INVALID_PROVIDER', 'PROMPT_LIMIT_EXCEEDED'),
    type: CreatePromptPayload,
    description: 'Creates a prompt. The next run asks it.',
    args: { input: t.arg({ type: CreatePromptInput, required: true, description: 'The prompt.' }) },
    resolve: async (_, { input: { projectId, text, ...rest } }, { ctx }) => ({
      prompt: await createPrompt({ ctx, input: { ...namedProject(projectId), text, ...omitNullish(rest) } }),
    }),
  }),
)

const UpdatePromptInput = builder.inputType('UpdatePromptInput', {
  description: 'Changes to a prompt; omitted fields do not change.',
  fields: (t) => ({
    projectId: t.id({ description: ABOUT.projectId }),
    expectedVersion: t.int({ description: ABOUT.expectedVersion }),
    promptId: t.id({ required: true, description: ABOUT.promptId }),
    text: t.string({ description: ABOUT.text }),
    providers: t.stringList({ description: `${ABOUT.providers} Replaces the list.` }),
    locations: t.field({ type: ['Location'], description: `${ABOUT.locations} Replaces the list.` }),
    tags: t.stringList({ description: `${ABOUT.tags} Replaces the list.` }),
    active: t.boolean({ description: ABOUT.active }),
  }),
})

builder.mutationField('updatePrompt', (t) =>
  t.field({
    ...failsWith('NOT_FOUND', 'CONFLICT', 'INVALID_PROVIDER'),
    type: promptPayload('UpdatePromptPayload', 'The result of changing a prompt.'),
    description: 'Changes the given fields of a prompt. Existing results keep the text that was asked.',
    args: { input: t.arg({ type: UpdatePromptInput, required: true, description: 'The changes.' }) },
    resolve: async (_, { input: { projectId, promptId, ...rest } }, { ctx }) => ({
      prompt: await updatePrompt({
        ctx,
        input: {
          ...namedProject(projectId),
          promptId: databaseIdOf(promptId, 'Prompt'),
          changes: omitNullish(rest),
        },
      }),
    }),
  }),
)

const SetPromptProvidersInput = builder.inputType('SetPromptProvidersInput', {
  description: 'All providers of a prompt.',
  fields: (t) => ({
    projectId: t.id({ description: ABOUT.projectId }),
    expectedVersion: t.int({ description: ABOUT.expectedVersion }),
    promptId: t.id({ required: true, description: ABOUT.promptId }),
    providers: t.stringList({ required: true, description: ABOUT.providers }),
  }),
})

builder.mutationField('setPromptProviders', (t) =>
  t.field({
    ...failsWith('NOT_FOUND', 'CONFLICT', 'INVALID_PROVIDER'),
    type: promptPayload('SetPromptProvidersPayload', 'The result of setting the providers of a prompt.'),
    description: 'Replaces the providers of a prompt.',
    args: { input: t.arg({ type: SetPromptProvidersInput, required: true, description: 'The providers.' }) },
    resolve: async (_, { input: { projectId, promptId, providers, ...rest } }, { ctx }) => ({
      prompt: await setPromptProviders({
        ctx,
        input: {
          ...namedProject(projectId),
          promptId: databaseIdOf(promptId, 'Prompt'),
          assignment: { providers, ...omitNullish(rest) },
        },
      }),
    }),
  }),
)

const DeletePromptInput = builder.inputType('DeletePromptInput', {
  description: 'The prompt to delete.',
  fields: (t) => ({
    projectId: t.id({ description: ABOUT.projectId }),
    expectedVersion: t.int({ description: ABOUT.expectedVersion }),
    promptId: t.id({ required: true, description: ABOUT.promptId }),
  }),
})

const DeletePromptPayload = builder.objectRef<{ deleted: string }>('DeletePromptPayload').implement({
  description: 'The deleted prompt.',
  fields: (t) => ({
    deletedPromptId: t.id({
      description: 'Global id of the prompt.',
      resolve: ({ deleted }) => globalIdOf('Prompt', deleted),
    }),
  }),
})

builder.mutationField('deletePrompt', (t) =>
  t.field({
    ...failsWith('NOT_FOUND', 'CONFLICT'),
    type: DeletePromptPayload,
    description: 'Deletes a prompt. Its results are kept and remain available.',
    args: { input: t.arg({ type: DeletePromptInput, required: true, description: 'The prompt to delete.' }) },
    resolve: async (_, { input: { projectId, promptId, ...rest } }, { ctx }) => ({
      deleted: await deletePrompt({
        ctx,
        input: {
          ...namedProject(projectId),
          promptId: databaseIdOf(promptId, 'Prompt'),
          ...omitNullish(rest),
        },
      }),
    }),
  }),
)

const SetPromptTagsInput = builder.inputType('SetPromptTagsInput', {
  description: 'All tags of a prompt.',
  fields: (t) => ({
    projectId: t.id({ description: ABOUT.projectId }),
    expectedVersion: t.int({ description: ABOUT.expectedVersion }),
    promptId: t.id({ required: true, description: ABOUT.promptId }),
    tags: t.stringList({ required: true, description: ABOUT.tags }),
  }),
})

builder.mutationField('setPromptTags', (t) =>
  t.field({
    ...failsWith('NOT_FOUND', 'CONFLICT'),
    type: promptPayload('SetPromptTagsPayload', 'The result of setting the tags of a prompt.'),
    description: 'Replaces the tags of a prompt.',
    args: { input: t.arg({ type: SetPromptTagsInput, required: true, description: 'The tags.' }) },
    resolve: async (_, { input: { projectId, promptId, tags, ...rest } }, { ctx }) => ({
      prompt: await namingFields({ projectPromptId: 'promptId' }, () =>
        setTags({
          ctx,
          input: {
            ...namedProject(projectId),
            projectPromptId: databaseIdOf(promptId, 'Prompt'),
            tags,
            ...omitNullish(rest),
          },
        }),
      ),
    }),
  }),
)

const ChangePromptTagsInput = builder.inputType('ChangePromptTagsInput', {
  description: 'Tags to add to and remove from a prompt.',
  fields: (t) => ({
    projectId: t.id({ description: ABOUT.projectId }),
    expectedVersion: t.int({ description: ABOUT.expectedVersion }),
    promptId: t.id({ required: true, description: ABOUT.promptId }),
    add: t.stringList({ description: 'Names of tags to add; new tags are created.' }),
    remove: t.stringList({
      description: 'Names of tags to remove; tags that the prompt does not have are ignored.',
    }),
  }),
})

builder.mutationField('changePromptTags', (t) =>
  t.field({
    ...failsWith('NOT_FOUND', 'CONFLICT'),
    type: promptPayload('ChangePromptTagsPayload', 'The result of changing the tags of a prompt.'),
    description: 'Adds and removes tags of a prompt.',
    args: { input: t.arg({ type: ChangePromptTagsInput, required: true, description: 'The changes.' }) },
    resolve: async (_, { input: { projectId, promptId, ...rest } }, { ctx }) => ({
      prompt: await namingFields({ projectPromptId: 'promptId' }, () =>
        changeTags({
          ctx,
          input: {
            ...namedProject(projectId),
            projectPromptId: databaseIdOf(promptId, 'Prompt'),
            ...omitNullish(rest),
          },
        }),
      ),
    }),
  }),
)
