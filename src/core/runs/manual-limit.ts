import { valuesOf } from '../../definitions/enumeration.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { RateState } from '../admission.ts'
import { authorize } from '../authorize.ts'
import { UNIT_ERRORS } from '../batches/unit-errors.ts'
import type { Ctx } from '../context.ts'
import { AppError } from '../errors.ts'
import { inIdOrder, isUuid } from '../ids.ts'
import { readableProjects } from '../project-access.ts'

/** Maximum number of manual runs of a project within any seven days. */
const LIMIT = 1
/** Seven days in milliseconds. */
export const MANUAL_RUN_WINDOW = 7 * 24 * 3_600_000
/** The Retry-After in milliseconds while a run is in progress that began more than seven days ago. */
const RETRY_DELAY = 60_000

/** RATE_LIMITED by the limit of manual runs, with the state of that limit. */
export class ManualRunLimitError extends AppError {
  readonly rate: RateState

  constructor(message: string, rate: RateState & { retryAfter: number }) {
    super('RATE_LIMITED', message, { retryAfter: rate.retryAfter })
    this.rate = rate
  }
}

/** The codes of units that failed through no fault of the run. */
const PROVIDER_FAILURES = valuesOf(UNIT_ERRORS).filter((code) => UNIT_ERRORS[code].providerFailed)

/** A run that keeps the next manual one of its project from being started. */
interface CountedRun {
  projectId: string
  createdAt: Date
  finishedAt: Date | null
}

/**
 * The newest manual run of each of these projects that began in the last seven days or is in progress. A run whose units all
 * failed because of their providers does not count.
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

/** When the run does not count any more, in milliseconds; while it is in progress at least {@link RETRY_DELAY} from now. */
function freeAtAfter({ createdAt, finishedAt }: CountedRun, now: Date): number {
  const windowEnd = createdAt.getTime() + MANUAL_RUN_WINDOW
  return finishedAt === null ? Math.max(windowEnd, now.getTime() + RETRY_DELAY) : windowEnd
}

/**
 * From when the limit lets projects be run by hand again, by the ids of the projects, in the given order; null for a project
 * that may be run at once, for a missing one and for one the caller may not read.
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
    (run) => new Date(freeAtAfter(run, now)),
  )
}

/**
 * Throws if a manual run of the project began in the last seven days or is in progress; see {@link readCountedRuns}. Exact only for a caller that has locked the project.
 * @throws {ManualRunLimitError}
 */
export async function checkManualRunLimit(
  db: Prisma.TransactionClient,
  { projectId, now }: { projectId: string; now: Date },
): Promise<void> {
  const [run] = await readCountedRuns(db, { projectIds: [projectId], now })
  if (!run) return
  const inProgress = run.finishedAt === null
  const freeAt = freeAtAfter(run, now)
  const rate = {
    ...stateUntil(freeAt),
    retryAfter: Math.max(1, Math.ceil((freeAt - now.getTime()) / 1_000)),
  }
  throw new ManualRunLimitError(
    inProgress
      ? 'A manual run of this project is in progress; wait for its end or cancel it.'
      : 'A project may have one manual run in seven days; its weekly runs are not affected.',
    rate,
  )
}

/** The state of the limit right after a run that began at `startedAt`. */
export function manualRunRate(startedAt: Date): RateState {
  return { ...stateUntil(startedAt.getTime() + MANUAL_RUN_WINDOW), retryAfter: null }
}

function stateUntil(freeAt: number) {
  return { limit: LIMIT, remaining: 0, resetAt: Math.ceil(freeAt / 1_000) }
}
