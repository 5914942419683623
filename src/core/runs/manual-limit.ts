import { valuesOf } from '../../definitions/fields/enumeration.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { authorize } from '../access/authorize.ts'
import { readableProjects } from '../access/project-access.ts'
import type { LockedProjectId } from '../access/visible.ts'
import { UNIT_ERRORS } from '../batches/unit-errors.ts'
import type { Ctx } from '../foundation/context.ts'
import { AppError } from '../foundation/errors.ts'
import { inIdOrder, isUuid } from '../foundation/ids.ts'
import type { RateState } from '../keys/admission.ts'

/** Maximum number of manual runs per project in any seven days. */
const LIMIT = 1
/** Seven days in milliseconds. */
export const MANUAL_RUN_WINDOW = 7 * 24 * 3_600_000
/** Retry-After in milliseconds if the run in progress started more than seven days ago. */
const RETRY_DELAY = 60_000

/** RATE_LIMITED because of the manual run limit, with the state of that limit. */
export class ManualRunLimitError extends AppError {
  readonly rate: RateState

  constructor(message: string, rate: RateState & { retryAfter: number }) {
    super('RATE_LIMITED', message, { retryAfter: rate.retryAfter })
    this.rate = rate
  }
}

/** Error codes of units that failed because of their provider. */
const PROVIDER_FAILURES = valuesOf(UNIT_ERRORS).filter((code) => UNIT_ERRORS[code].providerFailed)

/** A run that counts toward the manual run limit. */
interface CountedRun {
  projectId: string
  createdAt: Date
  finishedAt: Date | null
}

/**
 * Returns the newest manual run of each project that started in the last seven days or is in progress. Runs do not
 * count if all of their units failed because of their providers.
 */
async function readCountedRuns(
  db: Prisma.TransactionClient,
  { projectIds, now }: { projectIds: readonly string[]; now: Date },
): Promise<CountedRun[]> {
  if (projectIds.length === 0) return []
  const since = new Date(now.getTime() - MANUAL_RUN_WINDOW)
  return db.$queryRaw<CountedRun[]>`
    SELECT DISTINCT ON (project_id)
      project_id AS "projectId", created_at AS "createdAt", finished_at AS "finishedAt" FROM batch b
    WHERE project_id IN (${Prisma.join(projectIds.map((id) => Prisma.sql`${id}::uuid`))})
      AND kind = 'run' AND trigger = 'manual' AND (created_at > ${since} OR finished_at IS NULL)
      AND NOT (status = 'failed' AND NOT EXISTS (
        SELECT FROM result r WHERE r.batch_id = b.id
          AND coalesce(r.error->>'code' <> ALL(${PROVIDER_FAILURES}::text[]), true)))
    ORDER BY project_id, created_at DESC`
}

/**
 * Returns when a run stops counting toward the limit, in milliseconds. For a run in progress this is at least
 * {@link RETRY_DELAY} from now.
 */
function getReleaseTime({ createdAt, finishedAt }: CountedRun, now: Date): number {
  const windowEnd = createdAt.getTime() + MANUAL_RUN_WINDOW
  return finishedAt === null ? Math.max(windowEnd, now.getTime() + RETRY_DELAY) : windowEnd
}

/**
 * Returns when each project may be run manually again, in the given order. Null if it may be run now, and for a missing
 * project or one that the caller may not read.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED
 */
export async function readManualRunTimes({
  ctx,
  input,
}: {
  ctx: Ctx
  input: { ids: readonly string[] }
}): Promise<(Date | null)[]> {
  authorize(ctx, 'project:read')
  const projects = await ctx.db.prisma.project.findMany({
    where: { AND: [{ id: { in: input.ids.filter(isUuid) } }, readableProjects(ctx)] },
    select: { id: true },
  })
  const now = ctx.now()
  const runs = await readCountedRuns(ctx.db.prisma, { projectIds: projects.map(({ id }) => id), now })
  return inIdOrder(
    input.ids,
    runs.map((run) => ({ ...run, id: run.projectId })),
    (run) => new Date(getReleaseTime(run, now)),
  )
}

/**
 * Checks the manual run limit of a project; see {@link readCountedRuns}. Concurrent calls cannot exceed the limit.
 * @throws {ManualRunLimitError} if a manual run started in the last seven days or is in progress
 */
export async function checkManualRunLimit(
  db: Prisma.TransactionClient,
  { projectId, now }: { projectId: LockedProjectId; now: Date },
): Promise<void> {
  const [run] = await readCountedRuns(db, { projectIds: [projectId], now })
  if (!run) return
  const inProgress = run.finishedAt === null
  const freeAt = getReleaseTime(run, now)
  const rate = {
    ...stateUntil(freeAt),
    retryAfter: Math.max(1, Math.ceil((freeAt - now.getTime()) / 1_000)),
  }
  throw new ManualRunLimitError(
    inProgress
      ? 'A manual run of this project is in progress. Wait until it has ended, or cancel it.'
      : `A project can have one manual run every seven days; the next one can start at ${new Date(freeAt).toISOString()}. Weekly runs are not affected. To ask now, start an async analysis.`,
    rate,
  )
}

/** Returns the state of the limit right after a run that started at `startedAt`. */
export function manualRunRate(startedAt: Date): RateState {
  return { ...stateUntil(startedAt.getTime() + MANUAL_RUN_WINDOW), retryAfter: null }
}

function stateUntil(freeAt: number) {
  return { limit: LIMIT, remaining: 0, resetAt: Math.ceil(freeAt / 1_000) }
}
