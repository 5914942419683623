import { builder } from '../builder.ts'
import { databaseIdOf } from '../global-id.ts'
import { given } from '../input.ts'
import { ABOUT } from './project-payload.ts'
import { ABOUT as ABOUT_PROMPT } from './prompt-inputs.ts'

/** A competitor in a complete list. */
export const CompetitorInput = builder.inputType('CompetitorInput', {
  description:
    'A competitor in a complete list. One that is named by its id or has the name of one that is there, in any case, is that one; what is not given of it stays.',
  fields: (t) => ({
    id: t.id({
      description: 'That of a competitor of the project, to rename it: its databaseId, or its global id.',
    }),
    name: t.string({ required: true, description: 'The name it is looked for by.' }),
    url: t.string({ description: `Its website: ${ABOUT.url} Null takes it away.` }),
    aliases: t.stringList({ description: ABOUT.aliases }),
    domains: t.stringList({ description: ABOUT.domains }),
  }),
})

/** A competitor as verbs take it. */
export function competitorGiven({ id, name, url, ...rest }: typeof CompetitorInput.$inferInput) {
  return {
    ...(id != null && { id: databaseIdOf(id, 'Competitor') }),
    name,
    // Here null says something.
    ...(url !== undefined && { url }),
    ...given(rest),
  }
}

/** A prompt in a complete list. */
export const ListedPromptInput = builder.inputType('ListedPromptInput', {
  description:
    'A prompt in a complete list. One that is named by its id or has the text of one that is there is that one; what is not given of it stays.',
  fields: (t) => ({
    id: t.id({ description: 'That of a prompt of the project: its databaseId, or its global id.' }),
    text: t.string({ description: `${ABOUT_PROMPT.text} Needed unless an id is given.` }),
    providers: t.stringList({ description: ABOUT_PROMPT.providers }),
    locations: t.field({ type: ['CountryCode'], description: ABOUT_PROMPT.locations }),
    tags: t.stringList({ description: ABOUT_PROMPT.tags }),
    active: t.boolean({ description: ABOUT_PROMPT.active }),
  }),
})

/** A prompt as verbs take it. */
export function promptGiven({ id, ...rest }: typeof ListedPromptInput.$inferInput) {
  return { ...(id != null && { id: databaseIdOf(id, 'Prompt') }), ...given(rest) }
}
