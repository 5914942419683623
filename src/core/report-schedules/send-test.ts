import { z } from 'zod'
import { authorize } from '../access/authorize.ts'
import { lockOwnProject, resolveProject } from '../access/project-access.ts'
import type { Ctx } from '../foundation/context.ts'
import { AppError } from '../foundation/errors.ts'
import { newId } from '../foundation/ids.ts'
import { badFields, parse } from '../foundation/parse.ts'
import { transaction } from '../foundation/transaction.ts'
import { emailSchema } from '../members/credentials.ts'
import type { ReportDeliveryRecord } from './definition.ts'
import { previousReportTime } from './occurrences.ts'
import { resolveRecipients } from './recipients.ts'
import { DEFAULT_SCHEDULE, toReportDeliveryRecord } from './row.ts'

/** Maximum number of tests per project and hour. */
const TESTS_PER_HOUR = 10

const HOUR = 3_600_000

/** Body of POST /settings/report-schedule/test. */
export const testReportBodySchema = z.strictObject({
  email: emailSchema
    .optional()
    .describe(
      'A recipient of the schedule. Signed-in members can omit it to use their own address, which need not be a recipient.',
    ),
})

const inputSchema = testReportBodySchema.extend({ projectId: z.string('must be a text').optional() })

/**
 * Sends the report of the latest ended run to one recipient now. The list of deliveries shows the outcome, also that the
 * installation has no mail server. For project keys with
 * the scope write, and for admins, who must pass `projectId`.
 * @throws {AppError} BAD_REQUEST on `email` for an address that is not a recipient; RATE_LIMITED;
 *   FORBIDDEN; NOT_FOUND
 */
export async function sendTestReport({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.input<typeof inputSchema>
}): Promise<ReportDeliveryRecord> {
  authorize(ctx, 'reports:manage')
  const { projectId: requestedId, email: requestedEmail } = parse(inputSchema, input)
  const id = resolveProject(ctx, requestedId)
  return transaction(ctx, async ({ db, enqueue }) => {
    const { id: projectId, organizationId } = await lockOwnProject(ctx, db, id)
    const { actor } = ctx
    const own = actor.type === 'member' ? await db.user.findUnique({ where: { id: actor.userId } }) : null
    const email = requestedEmail ?? own?.email
    if (email === undefined) throw badFields({ email: 'is required' })
    const now = ctx.now()
    const schedule = (await db.reportSchedule.findUnique({ where: { projectId } })) ?? {
      ...DEFAULT_SCHEDULE,
      projectId,
    }
    const { locale, timezone } = schedule
    const recipients = await resolveRecipients(db, schedule, organizationId)
    const recipient =
      recipients.find((candidate) => candidate.email === email) ??
      (email === own?.email ? { email, locale, timezone } : null)
    if (!recipient) throw badFields({ email: 'is not a recipient of the schedule, or has unsubscribed' })
    await limitTests(db, projectId, now)
    const run = await db.batch.findFirst({
      where: { projectId, kind: 'run', finishedAt: { not: null } },
      orderBy: [{ finishedAt: 'desc' }, { id: 'desc' }],
      select: { id: true },
    })
    const delivery = await db.reportDelivery.create({
      data: {
        ...recipient,
        id: newId(),
        organizationId,
        projectId,
        dueAt: now,
        periodStart: previousReportTime(schedule, now),
        batchId: run?.id ?? null,
        test: true,
        nextAttemptAt: now,
        createdAt: now,
      },
    })
    enqueue({ name: 'send-report', deliveryId: delivery.id, due: now.getTime() })
    return toReportDeliveryRecord(delivery)
  })
}

/** @throws {AppError} RATE_LIMITED */
async function limitTests(
  db: Parameters<typeof resolveRecipients>[0],
  projectId: string,
  now: Date,
): Promise<void> {
  const since = new Date(now.getTime() - HOUR)
  const tests = await db.reportDelivery.findMany({
    where: { projectId, test: true, createdAt: { gt: since } },
    orderBy: { createdAt: 'asc' },
    select: { createdAt: true },
  })
  const [oldest] = tests
  if (!oldest || tests.length < TESTS_PER_HOUR) return
  throw new AppError('RATE_LIMITED', `At most ${TESTS_PER_HOUR} tests per hour can be sent.`, {
    retryAfter: Math.max(1, Math.ceil((oldest.createdAt.getTime() + HOUR - now.getTime()) / 1_000)),
  })
}
