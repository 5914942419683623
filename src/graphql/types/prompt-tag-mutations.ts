import { changeTags, setTags } from '../../core/tags/change.ts'
import { builder } from '../builder.ts'
import { databaseIdOf } from '../global-id.ts'
import { given, namedProject } from '../input.ts'
import { ABOUT, promptPayload } from './prompt-inputs.ts'

const SetPromptTagsInput = builder.inputType('SetPromptTagsInput', {
  description: 'All tags of a prompt.',
  fields: (t) => ({
    projectId: t.id({ description: ABOUT.projectId }),
    projectPromptId: t.id({ required: true, description: ABOUT.promptId }),
    tags: t.stringList({ required: true, description: ABOUT.tags }),
  }),
})

builder.mutationField('setPromptTags', (t) =>
  t.field({
    type: promptPayload('SetPromptTagsPayload', 'What came of setting the tags of a prompt.'),
    description: 'Replaces the tags of a prompt.',
    args: { input: t.arg({ type: SetPromptTagsInput, required: true, description: 'The tags.' }) },
    resolve: async (_, { input: { projectId, projectPromptId, tags } }, { ctx }) => ({
      prompt: await setTags({
        ctx,
        input: {
          ...namedProject(projectId),
          projectPromptId: databaseIdOf(projectPromptId, 'Prompt'),
          tags,
        },
      }),
    }),
  }),
)

const ChangePromptTagsInput = builder.inputType('ChangePromptTagsInput', {
  description: 'Tags that a prompt gains and loses.',
  fields: (t) => ({
    projectId: t.id({ description: ABOUT.projectId }),
    projectPromptId: t.id({ required: true, description: ABOUT.promptId }),
    add: t.stringList({ description: 'Names of tags it is to have besides; new ones are made.' }),
    remove: t.stringList({
      description: 'Names of tags it is to lose; those it does not have are no mistake.',
    }),
  }),
})

builder.mutationField('changePromptTags', (t) =>
  t.field({
    type: promptPayload('ChangePromptTagsPayload', 'What came of changing the tags of a prompt.'),
    description: 'Adds tags to a prompt and takes others away.',
    args: { input: t.arg({ type: ChangePromptTagsInput, required: true, description: 'What changes.' }) },
    resolve: async (_, { input: { projectId, projectPromptId, ...rest } }, { ctx }) => ({
      prompt: await changeTags({
        ctx,
        input: {
          ...namedProject(projectId),
          projectPromptId: databaseIdOf(projectPromptId, 'Prompt'),
          ...given(rest),
        },
      }),
    }),
  }),
)
