import type { Proposal } from '../../core/setup/proposal.ts'
import { builder } from '../builder.ts'

type Of<Kind extends Proposal['kind']> = Extract<Proposal, { kind: Kind }>

/** What a proposal is about. */
export const SetupProposalKind = builder.enumType('SetupProposalKind', {
  description: 'What a proposal is about.',
  values: {
    BRAND_NAME: { value: 'brand_name', description: 'Another name for the analysis brand.' },
    ALIAS: { value: 'alias', description: 'One more name the brand goes by.' },
    DESCRIPTION: { value: 'description', description: 'What the brand says of itself.' },
    DOMAIN: { value: 'domain', description: 'One more domain of the brand.' },
    COMPETITOR: { value: 'competitor', description: 'A brand to track beside it.' },
    PROMPT: { value: 'prompt', description: 'A prompt to start with.' },
  } as const satisfies Record<string, { value: Proposal['kind']; description: string }>,
})

const ProposedBrandName = builder.objectRef<Of<'brand_name'>>('ProposedBrandName').implement({
  description: 'Another name for the analysis brand.',
  fields: (t) => ({
    name: t.string({ description: 'The name.', resolve: ({ payload }) => payload.name }),
  }),
})

const ProposedAlias = builder.objectRef<Of<'alias'>>('ProposedAlias').implement({
  description: 'One more name the brand goes by.',
  fields: (t) => ({
    name: t.string({ description: 'The name.', resolve: ({ payload }) => payload.name }),
  }),
})

const ProposedDescription = builder.objectRef<Of<'description'>>('ProposedDescription').implement({
  description: 'What the brand says of itself.',
  fields: (t) => ({
    text: t.string({ description: 'A sentence or a few.', resolve: ({ payload }) => payload.text }),
  }),
})

const ProposedDomain = builder.objectRef<Of<'domain'>>('ProposedDomain').implement({
  description: 'One more domain of the brand.',
  fields: (t) => ({
    domain: t.string({ description: 'Such as `example.com`.', resolve: ({ payload }) => payload.domain }),
  }),
})

const ProposedCompetitor = builder.objectRef<Of<'competitor'>>('ProposedCompetitor').implement({
  description: 'A brand to track beside it.',
  fields: (t) => ({
    name: t.string({ description: 'Its name.', resolve: ({ payload }) => payload.name }),
    url: t.string({ nullable: true, description: 'Its website.', resolve: ({ payload }) => payload.url }),
  }),
})

const ProposedPrompt = builder.objectRef<Of<'prompt'>>('ProposedPrompt').implement({
  description: 'A prompt to start with.',
  fields: (t) => ({
    text: t.string({ description: 'The question.', resolve: ({ payload }) => payload.text }),
    branded: t.boolean({
      description: 'Whether it names the brand.',
      resolve: ({ payload }) => payload.branded,
    }),
  }),
})

const TYPES = {
  brand_name: ProposedBrandName,
  alias: ProposedAlias,
  description: ProposedDescription,
  domain: ProposedDomain,
  competitor: ProposedCompetitor,
  prompt: ProposedPrompt,
}

/** What a proposal proposes. */
export const SetupProposalPayload = builder.unionType('SetupProposalPayload', {
  description: 'What a proposal proposes, by its kind.',
  types: Object.values(TYPES),
  resolveType: ({ kind }) => TYPES[kind],
})
