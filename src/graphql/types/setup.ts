import { readProject } from '../../core/projects/read.ts'
import type { ProjectRecord } from '../../core/projects/row.ts'
import { pagePrompts } from '../../core/prompts/find.ts'
import { decideProposal } from '../../core/setup/decide-proposal.ts'
import { PROPOSAL_KINDS, type Proposal, type ProposalRecord } from '../../core/setup/proposal.ts'
import { countProposals, listProposals, readProposals } from '../../core/setup/read-proposals.ts'
import { retrySetup } from '../../core/setup/retry.ts'
import { canonicalKey } from '../../core/text.ts'
import { builder } from '../builder.ts'
import { enumType } from '../define.ts'
import { databaseIdOf } from '../global-id.ts'
import { given, namedProject } from '../input.ts'
import { registerNode } from '../node-registry.ts'
import { connectionOf, parsePage } from '../page.ts'
import { CompetitorEdge, competitorEdges } from './competitor.ts'
import { loadProject, Project } from './project.ts'
import { ABOUT } from './project-mutations.ts'
import { PromptEdge, promptEdge } from './prompt.ts'

type Of<Kind extends Proposal['kind']> = Extract<Proposal, { kind: Kind }>

/** What a proposal is about. */
const SetupProposalKind = enumType('SetupProposalKind', {
  description: 'The kind of a proposal.',
  values: PROPOSAL_KINDS,
})

const ProposedBrandName = builder.objectRef<Of<'brand_name'>>('ProposedBrandName').implement({
  description: 'Another name for the analysis brand.',
  fields: (t) => ({
    name: t.string({ description: 'The name.', resolve: ({ payload }) => payload.name }),
  }),
})

const ProposedAlias = builder.objectRef<Of<'alias'>>('ProposedAlias').implement({
  description: 'Another alias of the brand.',
  fields: (t) => ({
    name: t.string({ description: 'The name.', resolve: ({ payload }) => payload.name }),
  }),
})

const ProposedDescription = builder.objectRef<Of<'description'>>('ProposedDescription').implement({
  description: 'A description of the brand.',
  fields: (t) => ({
    text: t.string({ description: 'One or a few sentences.', resolve: ({ payload }) => payload.text }),
  }),
})

const ProposedDomain = builder.objectRef<Of<'domain'>>('ProposedDomain').implement({
  description: 'Another domain of the brand.',
  fields: (t) => ({
    domain: t.string({ description: 'Such as `example.com`.', resolve: ({ payload }) => payload.domain }),
  }),
})

const ProposedCompetitor = builder.objectRef<Of<'competitor'>>('ProposedCompetitor').implement({
  description: 'A brand to track beside it.',
  fields: (t) => ({
    name: t.string({ description: 'Its name.', resolve: ({ payload }) => payload.name }),
    url: t.field({
      type: 'URL',
      nullable: true,
      description: 'Its website.',
      resolve: ({ payload }) => payload.url,
    }),
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
const SetupProposalPayload = builder.unionType('SetupProposalPayload', {
  description: 'The content of a proposal, by its kind.',
  types: Object.values(TYPES),
  resolveType: ({ kind }) => TYPES[kind],
})

/** What setup would change of a project. */
const SetupProposal = builder.objectRef<ProposalRecord>('SetupProposal')

builder.node(SetupProposal, {
  description: 'A change of a project proposed by its setup. Nothing changes until it is accepted.',
  id: { resolve: ({ id }) => id },
  fields: (t) => ({
    databaseId: t.exposeString('id', { description: 'Its id in the database.' }),
    kind: t.expose('kind', { type: SetupProposalKind, description: 'Its kind.' }),
    payload: t.field({
      type: SetupProposalPayload,
      description: 'Its content.',
      resolve: (proposal) => proposal,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    decidedAt: t.expose('decidedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was accepted or rejected; null while it is open.',
    }),
    accepted: t.exposeBoolean('accepted', {
      nullable: true,
      description: 'Whether it was accepted; null while it is open.',
    }),
    project: t.field({
      type: Project,
      description: 'The project it is for.',
      resolve: ({ projectId }, _, context) => loadProject(context, projectId),
    }),
  }),
})

registerNode(SetupProposal, ({ ctx }, ids) => readProposals({ ctx, input: { ids } }))

const SetupProposalConnection = builder.connectionObject(
  { type: SetupProposal, name: 'SetupProposalConnection', description: 'A page of proposals.' },
  { name: 'SetupProposalEdge', description: 'A proposal at its place in the list.' },
)

builder.objectField(Project, 'proposals', (t) =>
  t.connection(
    {
      type: SetupProposal,
      nullable: true,
      description: 'The proposals of its setup, in display order.',
      args: {
        decided: t.arg.boolean({
          description: 'True for decided proposals, false for open ones.',
        }),
      },
      resolve: async ({ id: projectId }, { decided, ...args }, { load }) => {
        const list = given({ decided })
        const listId = `proposals:${projectId}`
        const page = parsePage(args, { listId })
        return connectionOf({
          items: await load(listProposals, projectId, { ...list, page }),
          page,
          listId,
          keyOf: ({ id }) => id,
          countAll: () => load(countProposals, projectId, list),
        })
      },
    },
    SetupProposalConnection,
  ),
)

const DecideProposalInput = builder.inputType('DecideProposalInput', {
  description: 'A decision on a proposal.',
  fields: (t) => ({
    proposalId: t.id({ required: true, description: 'The proposal, by databaseId or global id.' }),
    accept: t.boolean({
      required: true,
      description: 'True changes the project by exactly what is proposed, false changes nothing.',
    }),
  }),
})

const DecideProposalPayload = builder.objectRef<ProposalRecord>('DecideProposalPayload').implement({
  description: 'The decided proposal.',
  fields: (t) => ({
    proposal: t.field({
      type: SetupProposal,
      description: 'The proposal, decided.',
      resolve: (proposal) => proposal,
    }),
    project: t.field({
      type: Project,
      description: 'The project as it is now.',
      resolve: ({ projectId }, _, { ctx }) => readProject({ ctx, input: { id: projectId } }),
    }),
    promptEdge: t.field({
      type: PromptEdge,
      nullable: true,
      description: 'The accepted prompt as an edge of the prompts of the project; null for other kinds.',
      resolve: async (decided, _, { ctx }) => {
        if (decided.kind !== 'prompt' || !decided.accepted) return null
        const { projectId, payload } = decided
        // The filter also finds prompts that only contain the text; the page is larger than any project.
        const page = { size: 1_000, backward: false, after: null, before: null }
        const list = { ids: [projectId], of: 'project' as const, filter: { q: payload.text } }
        const [prompts] = await pagePrompts({ ctx, input: { ...list, page, newestFirst: true } })
        const prompt = prompts?.find(({ text }) => text === payload.text)
        return prompt ? promptEdge(prompt) : null
      },
    }),
    competitorEdge: t.field({
      type: CompetitorEdge,
      nullable: true,
      description:
        'The accepted competitor as an edge of the competitors of the project; null for other kinds.',
      resolve: async (decided, _, { ctx }) => {
        if (decided.kind !== 'competitor' || !decided.accepted) return null
        const { projectId, payload } = decided
        const { competitors } = await readProject({ ctx, input: { id: projectId } })
        const name = canonicalKey(payload.name)
        const edges = competitorEdges(projectId, competitors)
        return edges.find(({ node }) => canonicalKey(node.name) === name) ?? null
      },
    }),
  }),
})

builder.mutationField('decideProposal', (t) =>
  t.field({
    type: DecideProposalPayload,
    description: 'Accepts or rejects a proposal; CONFLICT if it was decided before.',
    args: { input: t.arg({ type: DecideProposalInput, required: true, description: 'The decision.' }) },
    resolve: (_, { input: { proposalId, accept } }, { ctx }) =>
      decideProposal({ ctx, input: { proposalId: databaseIdOf(proposalId, 'SetupProposal'), accept } }),
  }),
)

const RetrySetupInput = builder.inputType('RetrySetupInput', {
  description: 'The project to set up again.',
  fields: (t) => ({ projectId: t.id({ description: ABOUT.projectId }) }),
})

const RetrySetupPayload = builder.objectRef<{ project: ProjectRecord }>('RetrySetupPayload').implement({
  description: 'The project whose setup was started again.',
  fields: (t) => ({
    project: t.expose('project', { type: Project, description: 'The project, whose setup is queued.' }),
  }),
})

builder.mutationField('retrySetup', (t) =>
  t.field({
    type: RetrySetupPayload,
    description:
      'Runs the setup of a project again, after a failure or because its website has changed; CONFLICT while a setup is running. Decided proposals are kept, open ones are replaced.',
    args: { input: t.arg({ type: RetrySetupInput, required: true, description: 'The project.' }) },
    resolve: async (_, { input: { projectId } }, { ctx }) => ({
      project: await retrySetup({ ctx, input: namedProject(projectId) }),
    }),
  }),
)
