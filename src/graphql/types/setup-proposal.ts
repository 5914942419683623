import { countProposals, listProposals } from '../../core/setup/list-proposals.ts'
import type { ProposalRecord } from '../../core/setup/proposal.ts'
import { readProposals } from '../../core/setup/read-proposals.ts'
import { builder } from '../builder.ts'
import { registerNode } from '../node-registry.ts'
import { connectionOf, parsePage } from '../page.ts'
import { Project, projectBehind } from './project.ts'
import { SetupProposalKind, SetupProposalPayload } from './setup-payload.ts'

/** What setup would change of a project. */
export const SetupProposal = builder.objectRef<ProposalRecord>('SetupProposal')

builder.node(SetupProposal, {
  description: 'What setup would change of a project. Nothing changes until it is accepted.',
  id: { resolve: ({ id }) => id },
  fields: (t) => ({
    databaseId: t.exposeString('id', { description: 'Its id in the database.' }),
    kind: t.expose('kind', { type: SetupProposalKind, description: 'What it is about.' }),
    payload: t.field({
      type: SetupProposalPayload,
      description: 'What it proposes.',
      resolve: (proposal) => proposal,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    decidedAt: t.expose('decidedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When somebody decided; null while it waits.',
    }),
    accepted: t.exposeBoolean('accepted', {
      nullable: true,
      description: 'What was decided; null while it waits.',
    }),
    project: t.field({
      type: Project,
      description: 'The project it is for.',
      resolve: ({ projectId }, _, context) => projectBehind(context, projectId),
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
      description: 'What its setup proposed, in the order to show it.',
      args: {
        decided: t.arg.boolean({
          description: 'True for those that were decided, false for those that wait.',
        }),
      },
      resolve: async ({ id: projectId }, { decided, ...args }, { ctx }) => {
        const list = { projectId, decided: decided ?? undefined }
        const listId = `proposals:${projectId}`
        const page = parsePage(args, { listId })
        return connectionOf({
          items: await listProposals({ ctx, input: { ...list, page } }),
          page,
          listId,
          keyOf: ({ id }) => id,
          countAll: () => countProposals({ ctx, input: list }),
        })
      },
    },
    SetupProposalConnection,
  ),
)
