import { valuesOf } from '../../definitions/enumeration.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import type { RateState } from '../admission.ts'
import { UNIT_ERRORS } from '../batches/unit-errors.ts'
import { AppError } from '../errors.ts'

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

/**
 * Throws if a manual run of the project began in the last seven days or is in progress. A run whose units all failed because
 * of their providers does not count. Exact only for a caller that has locked the project.
 * @throws {ManualRunLimitError}
 */
export async function checkManualRunLimit(
  db: Prisma.TransactionClient,
  { projectId, now }: { projectId: string; now: Date },
): Promise<void> {
  const since = new Date(now.getTime() - MANUAL_RUN_WINDOW)
  const [run] = await db.$queryRaw<{ createdAt: Date; finishedAt: Date | null }[]>`
    SELECT created_at AS "createdAt", finished_at AS "finishedAt" FROM batch b
    WHERE project_id = ${projectId}::uuid AND kind = 'run' AND trigger = 'manual'
      AND (created_at > ${since} OR finished_at IS NULL)
      AND NOT (status = 'failed' AND NOT EXISTS (
        SELECT FROM result r WHERE r.batch_id = b.id
          AND coalesce(r.error->>'code' <> ALL(${PROVIDER_FAILURES}::text[]), true)))
    ORDER BY created_at DESC LIMIT ${LIMIT}`
  if (!run) return
  const inProgress = run.finishedAt === null
  const windowEnd = run.createdAt.getTime() + MANUAL_RUN_WINDOW
  const freeAt = inProgress ? Math.max(windowEnd, now.getTime() + RETRY_DELAY) : windowEnd
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
