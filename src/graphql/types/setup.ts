import { canonicalKey } from '../../core/foundation/text.ts'
import { readProject } from '../../core/projects/read.ts'
import type { ProjectRecord } from '../../core/projects/row.ts'
import { pagePrompts } from '../../core/prompts/find.ts'
import { decideProposal } from '../../core/setup/decide-proposal.ts'
import { PROPOSAL_KINDS, type Proposal, type ProposalRecord } from '../../core/setup/proposal.ts'
import { countProposals, listProposals, readProposals } from '../../core/setup/read-proposals.ts'
import { retrySetup } from '../../core/setup/retry.ts'
import { builder } from '../foundation/builder.ts'
import { enumType } from '../foundation/define.ts'
import { failsWith } from '../foundation/field-extensions.ts'
import { databaseIdOf } from '../foundation/global-id.ts'
import { namedProject, omitNullish } from '../foundation/input.ts'
import { registerNode } from '../foundation/node-registry.ts'
import { readConnectionById } from '../foundation/page.ts'
import { CompetitorEdge, competitorEdges } from './competitor.ts'
import { loadProject, Project } from './project.ts'
import { ABOUT } from './project-mutations.ts'
import { PromptEdge, promptEdge } from './prompt.ts'

type Of<Kind extends Proposal['kind']> = Extract<Proposal, { kind: Kind }>

const SetupProposalKind = enumType('SetupProposalKind', {
  description: 'Kind of a proposal.',
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
    domain: t.string({
      description: 'Another domain of the brand, such as `example.com`.',
      resolve: ({ payload }) => payload.domain,
    }),
  }),
})

const ProposedCompetitor = builder.objectRef<Of<'competitor'>>('ProposedCompetitor').implement({
  description: 'A brand to track as a competitor.',
  fields: (t) => ({
    name: t.string({ description: 'Name of the competitor.', resolve: ({ payload }) => payload.name }),
    url: t.field({
      type: 'URL',
      nullable: true,
      description: 'Website of the competitor.',
      resolve: ({ payload }) => payload.url,
    }),
  }),
})

const ProposedPrompt = builder.objectRef<Of<'prompt'>>('ProposedPrompt').implement({
  description: 'A prompt to start with.',
  fields: (t) => ({
    text: t.string({ description: 'The question.', resolve: ({ payload }) => payload.text }),
    branded: t.boolean({
      description: 'Whether the prompt names the brand.',
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

const SetupProposalPayload = builder.unionType('SetupProposalPayload', {
  description: 'The content of a proposal, by its kind.',
  types: Object.values(TYPES),
  resolveType: ({ kind }) => TYPES[kind],
})

const SetupProposal = builder.objectRef<ProposalRecord>('SetupProposal')

builder.node(SetupProposal, {
  description:
    'A change to a project proposed by its setup. The change is made when the proposal is accepted.',
  id: { resolve: ({ id }) => id },
  fields: (t) => ({
    databaseId: t.exposeString('id', { description: 'Id in the database.' }),
    kind: t.expose('kind', { type: SetupProposalKind, description: 'Kind of the proposal.' }),
    payload: t.field({
      type: SetupProposalPayload,
      description: 'Content of the proposal.',
      resolve: (proposal) => proposal,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of creation.' }),
    decidedAt: t.expose('decidedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time at which the proposal was accepted or rejected; null while it is open.',
    }),
    accepted: t.exposeBoolean('accepted', {
      nullable: true,
      description: 'Whether the proposal was accepted; null while it is open.',
    }),
    project: t.field({
      type: Project,
      description: 'Project of the proposal.',
      resolve: ({ projectId }, _, context) => loadProject(context, projectId),
    }),
  }),
})

registerNode(SetupProposal, ({ ctx }, ids) => readProposals({ ctx, input: { ids } }))

const SetupProposalConnection = builder.connectionObject(
  { type: SetupProposal, name: 'SetupProposalConnection', description: 'A page of proposals.' },
  { name: 'SetupProposalEdge', description: 'A proposal and its position in the list.' },
)

builder.objectField(Project, 'proposals', (t) =>
  t.connection(
    {
      type: SetupProposal,
      nullable: true,
      description: 'Proposals of the setup, in display order.',
      args: {
        decided: t.arg.boolean({
          description:
            'True for decided proposals; false for open ones, without what the project has already.',
        }),
      },
      resolve: ({ id: projectId }, { decided, ...args }, { load }) => {
        const list = omitNullish({ decided })
        return readConnectionById(args, `proposals:${projectId}`, {
          items: (page) => load(listProposals, projectId, { ...list, page }),
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
    proposalId: t.id({ required: true, description: 'databaseId or global id of the proposal.' }),
    accept: t.boolean({
      required: true,
      description: 'True applies exactly the proposed change; false rejects it.',
    }),
  }),
})

const DecideProposalPayload = builder.objectRef<ProposalRecord>('DecideProposalPayload').implement({
  description: 'The decided proposal.',
  fields: (t) => ({
    proposal: t.field({
      type: SetupProposal,
      description: 'The decided proposal.',
      resolve: (proposal) => proposal,
    }),
    project: t.field({
      type: Project,
      description: 'The current state of the project.',
      resolve: ({ projectId }, _, { ctx }) => readProject({ ctx, input: { id: projectId } }),
    }),
    promptEdge: t.field({
      type: PromptEdge,
      nullable: true,
      description: 'The accepted prompt as an edge of the prompts of the project; null for other kinds.',
      resolve: async (decided, _, { ctx }) => {
        if (decided.kind !== 'prompt' || !decided.accepted) return null
        const { projectId, payload } = decided
        // The filter also finds prompts that only contain the text. The page is larger than any list of prompts.
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
    ...failsWith('NOT_FOUND', 'CONFLICT'),
    type: DecideProposalPayload,
    description: 'Accepts or rejects a proposal; CONFLICT if it was already decided.',
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
  description: 'The project. Its setup was started again.',
  fields: (t) => ({
    project: t.expose('project', { type: Project, description: 'The project. Its setup is queued.' }),
  }),
})

builder.mutationField('retrySetup', (t) =>
  t.field({
    ...failsWith('NOT_FOUND', 'CONFLICT'),
    type: RetrySetupPayload,
    description:
      'Runs the setup of a project again, for example after a failure or a change of the website. CONFLICT while a setup is running. Decided proposals are kept, open proposals are replaced.',
    args: { input: t.arg({ type: RetrySetupInput, required: true, description: 'The project.' }) },
    resolve: async (_, { input: { projectId } }, { ctx }) => ({
      project: await retrySetup({ ctx, input: namedProject(projectId) }),
    }),
  }),
)
