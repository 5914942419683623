import { atLeast } from '../alerts/severity.ts'
import type { Ctx } from '../foundation/context.ts'
import { transaction } from '../foundation/transaction.ts'
import { preferencesOf } from './preferences.ts'
import { queueEmail } from './queue.ts'

/** Local hour on Monday at which digests are sent. */
const HOUR = 8
const HOURS_OF_WEEK = 7 * 24
const HOUR_MILLISECONDS = 3_600_000

/** Members per statement. */
const PAGE = 500

/**
 * Queues the weekly digests that are due: on Monday from 8:00 in the time zone of the member, for members with alerts
 * since the Monday before. The Monday identifies a digest, so each is queued once, whichever process sweeps.
 * @returns the number of queued digests
 */
export async function sweepDigests({ ctx }: { ctx: Ctx }): Promise<number> {
  const now = ctx.now()
  let queued = 0
  for (let after: string | null = null; ; ) {
    const members: DigestMember[] = await ctx.db.prisma.member.findMany({
      where: { alertPreference: { email: 'weekly' }, ...(after !== null && { id: { gt: after } }) },
      include: { alertPreference: true },
      orderBy: { id: 'asc' },
      take: PAGE,
    })
    for (const member of members) if (await queueDigest(ctx, member, now)) queued += 1
    const last = members.at(-1)
    if (!last || members.length < PAGE) return queued
    after = last.id
  }
}

interface DigestMember {
  id: string
  organizationId: string
  alertPreference: Parameters<typeof preferencesOf>[0]
}

async function queueDigest(
  ctx: Ctx,
  { id: memberId, organizationId, alertPreference }: DigestMember,
  now: Date,
): Promise<boolean> {
  const { severity, projectIds, timeZone } = preferencesOf(alertPreference)
  const local = localTime(now, timeZone)
  if (local.weekday !== 'Mon' || local.hour < HOUR) return false
  const occasion = local.date
  const key = { memberId, kind: 'digest', occasion }
  if (await ctx.db.prisma.alertEmail.findUnique({ where: { memberId_kind_occasion: key } })) return false
  const since = new Date(now.getTime() - HOURS_OF_WEEK * HOUR_MILLISECONDS)
  const alerts = await ctx.db.prisma.alert.findMany({
    where: {
      createdAt: { gt: since, lte: now },
      severity: { in: atLeast(severity) },
      project: { organizationId, ...(projectIds && { id: { in: projectIds } }) },
    },
    select: { id: true },
    orderBy: { id: 'desc' },
    take: MAX_ALERTS,
  })
  if (alerts.length === 0) return false
  const alertIds = alerts.map(({ id }) => id)
  return transaction(
    ctx,
    async (tx) =>
      (await queueEmail(tx, { memberId, projectId: null, kind: 'digest', occasion, alertIds, at: now })) !==
      null,
  )
}

/** Alerts in a digest. More would not be read. */
const MAX_ALERTS = 100

function localTime(date: Date, timeZone: string) {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    weekday: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(date)
  const get = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? ''
  return {
    weekday: get('weekday').slice(0, 3),
    hour: Number(get('hour')),
    date: `${get('year')}-${get('month')}-${get('day')}`,
  }
}
