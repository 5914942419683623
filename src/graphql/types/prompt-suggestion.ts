import {
  type PromptSuggestion,
  promptSuggestionDefinition,
  SUGGESTION_SOURCES,
} from '../../core/prompt-suggestions/definition.ts'
import { type DismissedSuggestion, dismissPromptSuggestion } from '../../core/prompt-suggestions/dismiss.ts'
import { listPromptSuggestions } from '../../core/prompt-suggestions/list.ts'
import { builder } from '../foundation/builder.ts'
import { enumType } from '../foundation/define.ts'
import { exposeFields } from '../foundation/derive.ts'
import { failsWith } from '../foundation/field-extensions.ts'
import { CACHE_ID, cacheIdOf } from '../foundation/global-id.ts'
import { namedProject } from '../foundation/input.ts'
import { Project } from './project.ts'
import { ABOUT, projectChangePayload } from './project-mutations.ts'

enumType('PromptSuggestionSource', {
  description: 'Where a suggested prompt comes from.',
  values: SUGGESTION_SOURCES,
})

const PromptSuggestionType = builder
  .objectRef<PromptSuggestion & { projectId: string }>('PromptSuggestion')
  .implement({
    description: 'A suggested prompt. `createPrompt` with its text accepts it.',
    fields: (t) => ({
      id: t.id({
        ...CACHE_ID,
        resolve: ({ projectId, text }) => cacheIdOf('PromptSuggestion', projectId, text),
      }),
      ...exposeFields(t, promptSuggestionDefinition),
    }),
  })

builder.objectField(Project, 'promptSuggestions', (t) =>
  t.field({
    type: [PromptSuggestionType],
    nullable: true,
    description:
      'Suggested prompts, at most 50: from the website of the brand, from looked up search volumes, highest first, and from what assistants searched for in the latest run, most frequent first. Texts that mean the same as a prompt or as another suggestion are omitted.',
    resolve: async ({ id }, _, { load }) =>
      (await load(listPromptSuggestions, id)).map((suggestion) => ({ ...suggestion, projectId: id })),
  }),
)

const DismissPromptSuggestionInput = builder.inputType('DismissPromptSuggestionInput', {
  description: 'A suggested prompt to dismiss.',
  fields: (t) => ({
    projectId: t.id({ description: ABOUT.projectId }),
    text: t.string({ required: true, description: 'Text of the suggestion.' }),
    dismissed: t.boolean({
      required: true,
      defaultValue: true,
      description: '`true` hides the suggestion and others with the same words; `false` shows them again.',
    }),
  }),
})

const DismissPromptSuggestionPayload = projectChangePayload<DismissedSuggestion>(
  'DismissPromptSuggestionPayload',
  'The result of dismissing a suggested prompt.',
)

builder.objectFields(DismissPromptSuggestionPayload, (t) => ({
  text: t.exposeString('text', { description: 'The text as sent in the input.' }),
  dismissed: t.exposeBoolean('dismissed', { description: 'Whether the suggestion is hidden.' }),
}))

builder.mutationField('dismissPromptSuggestion', (t) =>
  t.field({
    ...failsWith('NOT_FOUND'),
    type: DismissPromptSuggestionPayload,
    description: 'Hides a suggested prompt, or shows it again. Repeating the mutation has no further effect.',
    args: {
      input: t.arg({ type: DismissPromptSuggestionInput, required: true, description: 'The suggestion.' }),
    },
    resolve: (_, { input: { projectId, text, dismissed } }, { ctx }) =>
      dismissPromptSuggestion({ ctx, input: { ...namedProject(projectId), text, dismissed } }),
  }),
)
