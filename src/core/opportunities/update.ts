import { z } from 'zod'
import { valuesOf } from '../../definitions/fields/enumeration.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { authorize } from '../access/authorize.ts'
import { lockOwnProject, ownProjects } from '../access/project-access.ts'
import { STATUSES_WITH_ANSWERS } from '../foundation/batch-status.ts'
import type { Ctx } from '../foundation/context.ts'
import { notFound } from '../foundation/errors.ts'
import { isUuid, uuidSchema } from '../foundation/ids.ts'
import { badFields, parse } from '../foundation/parse.ts'
import { transaction } from '../foundation/transaction.ts'
import { OPPORTUNITY_STATUSES } from './foundation/definition.ts'
import { readOpportunities } from './list.ts'
import type { ListedOpportunity } from './row.ts'

const STATUSES = valuesOf(OPPORTUNITY_STATUSES)

/** Body of the request that changes an opportunity. Omitted fields do not change. */
export const updateOpportunityBodySchema = z.strictObject({
  status: z
    .enum(STATUSES, `must be one of ${STATUSES.join(', ')}`)
    .optional()
    .describe('`done` starts the comparison of the runs before and after.'),
  assigneeId: uuidSchema
    .nullable()
    .optional()
    .describe('Member of the organization who deals with it; null for nobody.'),
  note: z
    .string('must be a text')
    .trim()
    .max(2_000, 'must be at most 2,000 characters')
    .refine((text) => !/\0|\p{Surrogate}/u.test(text), 'must not contain NUL or half a surrogate pair')
    .optional()
    .describe('Note of the team, at most 2,000 characters.'),
})

const inputSchema = updateOpportunityBodySchema.extend({ opportunityId: z.string('must be a text') })

/**
 * Changes the status, the assignee or the note of an opportunity. Marking it done remembers the latest run that has
 * ended. Marking a done opportunity done again changes nothing.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; BAD_REQUEST, also for an assignee who is no member; NOT_FOUND,
 *   including for another tenant's opportunity
 */
export async function updateOpportunity({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.input<typeof inputSchema>
}): Promise<ListedOpportunity> {
  authorize(ctx, 'settings:write')
  const { opportunityId: id, status, assigneeId, note } = parse(inputSchema, input)
  const gone = notFound('Opportunity')
  if (!isUuid(id)) throw gone
  await transaction(ctx, async ({ db, publish }) => {
    const row = await db.opportunity.findFirst({
      where: { id, project: ownProjects(ctx) },
      select: { projectId: true },
    })
    if (!row) throw gone
    const { organizationId, id: projectId } = await lockOwnProject(ctx, db, row.projectId, { gone })
    if (assigneeId) await checkMember(db, { assigneeId, organizationId })
    // Read again, now that the project is locked.
    const before = await db.opportunity.findUnique({ where: { id }, select: { status: true } })
    if (!before) throw gone
    const isChanged = status !== undefined && status !== before.status
    await db.opportunity.update({
      where: { id },
      data: {
        ...(assigneeId !== undefined && { assigneeId }),
        ...(note !== undefined && { note }),
        ...(isChanged && {
          status,
          ...(await baselineOf(db, projectId, status === 'done' ? ctx.now() : null)),
        }),
      },
    })
    publish({ projectId, changed: 'opportunities' })
  })
  const [opportunity] = await readOpportunities({ ctx, input: { ids: [id] } })
  if (!opportunity) throw gone
  return opportunity
}

async function checkMember(
  db: Prisma.TransactionClient,
  { assigneeId, organizationId }: { assigneeId: string; organizationId: string },
): Promise<void> {
  const member = await db.member.findFirst({
    where: { id: assigneeId, organizationId },
    select: { id: true },
  })
  if (!member) throw badFields({ assigneeId: 'is not a member of the organization' })
}

/** Returns the columns about the comparison: none unless it is done. */
async function baselineOf(db: Prisma.TransactionClient, projectId: string, doneAt: Date | null) {
  const empty = { doneAt, outcome: Prisma.DbNull }
  if (!doneAt) return { ...empty, baselineRunId: null }
  const [run] = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM batch WHERE project_id = ${projectId}::uuid AND kind = 'run'
      AND status IN ${Prisma.raw(STATUSES_WITH_ANSWERS)} ORDER BY finished_at DESC, id DESC LIMIT 1`
  return { ...empty, baselineRunId: run?.id ?? null }
}
