import { readProject } from '../../core/projects/read.ts'
import type { ProjectRecord } from '../../core/projects/record.ts'
import { decideProposal } from '../../core/setup/decide-proposal.ts'
import type { ProposalRecord } from '../../core/setup/proposal.ts'
import { retrySetup } from '../../core/setup/retry.ts'
import { builder } from '../builder.ts'
import { databaseIdOf } from '../global-id.ts'
import { namedProject } from '../input.ts'
import { Project } from './project.ts'
import { ABOUT } from './project-payload.ts'
import { SetupProposal } from './setup-proposal.ts'

const DecideProposalInput = builder.inputType('DecideProposalInput', {
  description: 'A decision on a proposal.',
  fields: (t) => ({
    proposalId: t.id({ required: true, description: 'Which one: its databaseId, or its global id.' }),
    accept: t.boolean({
      required: true,
      description: 'True changes the project by exactly what is proposed, false changes nothing.',
    }),
  }),
})

const DecideProposalPayload = builder.objectRef<ProposalRecord>('DecideProposalPayload').implement({
  description: 'What came of deciding on a proposal.',
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
  }),
})

builder.mutationField('decideProposal', (t) =>
  t.field({
    type: DecideProposalPayload,
    description: 'Accepts or rejects a proposal, once: CONFLICT when it was decided before.',
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
  description: 'What came of setting a project up again.',
  fields: (t) => ({
    project: t.expose('project', { type: Project, description: 'The project; its setup is queued.' }),
  }),
})

builder.mutationField('retrySetup', (t) =>
  t.field({
    type: RetrySetupPayload,
    description:
      'Reads the site of a project again, after a failure or because it has changed; CONFLICT while a setup is under way. What was decided stays; proposals that wait give way to the new ones.',
    args: { input: t.arg({ type: RetrySetupInput, required: true, description: 'Which project.' }) },
    resolve: async (_, { input: { projectId } }, { ctx }) => ({
      project: await retrySetup({ ctx, input: namedProject(projectId) }),
    }),
  }),
)
