import { z } from 'zod'
import { authorize } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { AppError, notFound } from '../errors.ts'
import { isUuid } from '../ids.ts'
import { parse } from '../parse.ts'
import { lockOwnProject } from '../projects/lock-own.ts'
import { ownProjects } from '../projects/scope.ts'
import { transaction } from '../transaction.ts'
import { acceptProposal } from './accept.ts'
import { type ProposalRecord, recordOf } from './proposal.ts'

const inputSchema = z.strictObject({
  proposalId: z.string('must be a text'),
  accept: z.boolean('must be true or false'),
})

/**
 * Accepts a proposal, which changes the project by exactly that, or rejects it, which changes nothing. Of several
 * decisions at once one holds. An acceptance that cannot be carried out leaves the proposal undecided.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; BAD_REQUEST; NOT_FOUND, also for another tenant's;
 *   PROMPT_LIMIT_EXCEEDED; CONFLICT when it was decided before
 */
export async function decideProposal({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.input<typeof inputSchema>
}): Promise<ProposalRecord> {
  authorize(ctx, 'settings:write')
  const { proposalId: id, accept } = parse(inputSchema, input)
  if (!isUuid(id)) throw notFound('Proposal')
  return transaction(ctx, async ({ db, publish }) => {
    const found = await db.setupProposal.findFirst({ where: { id, project: ownProjects(ctx) } })
    if (!found) throw notFound('Proposal')
    // The project first, as its deletion does.
    const project = await lockOwnProject(ctx, db, found.projectId)
    const [decided] = await db.setupProposal.updateManyAndReturn({
      where: { id, decidedAt: null },
      data: { decidedAt: ctx.now(), accepted: accept },
    })
    if (!decided) throw new AppError('CONFLICT', 'This proposal was decided before.')
    const record = recordOf(decided)
    if (accept) await acceptProposal(ctx, db, project, record)
    publish({ projectId: project.id, changed: 'setup' })
    return record
  })
}
