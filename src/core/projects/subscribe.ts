import { batchColumns, batchesById, VISIBLE, visibleBatches, visibleValues } from '../batches/read.ts'
import { type BatchRecord, type BatchRow, toBatchRecord } from '../batches/row.ts'
import type { Ctx } from '../foundation/context.ts'
import type { AnyEvent, ProjectPart } from '../foundation/events.ts'
import { POLL_INTERVAL, settledWithin } from '../foundation/state-subscription.ts'
import { readReextractions } from '../reextractions/read.ts'
import { type ReextractionRecord, toReextractionRecord } from '../reextractions/row.ts'
import { readProject, readProjects } from './read.ts'
import type { ProjectRecord } from './row.ts'

/** A change in a project; `seq` orders the changes of one `subject`. */
export type ProjectActivity =
  /** The project. The first state has empty `parts`; later ones list the parts that changed. */
  | { type: 'project'; subject: string; seq: null; project: ProjectRecord; parts: ProjectPart[] }
  | { type: 'batch'; subject: string; seq: number; batch: BatchRecord }
  | { type: 'reextraction'; subject: string; seq: number; reextraction: ReextractionRecord }
  | { type: 'deleted'; subject: string; seq: null; projectId: string; finishedAt: Date }

/**
 * How far back each poll looks for changes, in milliseconds. Longer than the polling interval, so that no change is
 * missed.
 */
const POLL_WINDOW = 30_000

/**
 * Yields the project, then every change to the project, its runs and analyses, and their re-extractions, until the
 * project is deleted or the signal aborts. Subscribes before the first read, so that no change is missed in between.
 * Polling picks up changes if their events were lost.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; NOT_FOUND, including for another tenant's project. Both are thrown
 *   before the first value.
 */
export async function subscribeToProject({
  ctx,
  input,
  signal,
}: {
  ctx: Ctx
  input: { projectId: string }
  signal: AbortSignal
}): Promise<AsyncGenerator<ProjectActivity>> {
  const { id } = await readProject({ ctx, input: { id: input.projectId } })
  return activities(ctx, id, signal)
}

async function* activities(ctx: Ctx, id: string, signal: AbortSignal): AsyncGenerator<ProjectActivity> {
  const subscription = await ctx.deps.events.subscribeProject(id)
  const close = () => subscription.close()
  signal.addEventListener('abort', close)
  try {
    if (signal.aborted) return
    const first = await projectNow(ctx, id, [])
    yield first
    let updatedAt = updateOf(first)
    const events = subscription[Symbol.asyncIterator]()
    let next = events.next()
    for (let last = first; last.type !== 'deleted'; ) {
      const event = await settledWithin(POLL_INTERVAL, next)
      if (event?.done) return
      if (event) {
        next = events.next()
        const change = await activityOf(ctx, id, event.value)
        if (!change) continue
        yield change
        if (change.type === 'project' || change.type === 'deleted') {
          updatedAt = updateOf(change)
          last = change
        }
        continue
      }
      const since = new Date(ctx.now().getTime() - POLL_WINDOW)
      for (const batch of await batchesSince(ctx, id, since)) yield batchActivity(batch)
      for (const reextraction of await reextractionsSince(ctx, id, since))
        yield reextractionActivity(reextraction)
      const now = await projectNow(ctx, id, ['project'])
      if (updateOf(now) !== updatedAt) yield now
      updatedAt = updateOf(now)
      last = now
    }
  } finally {
    signal.removeEventListener('abort', close)
    subscription.close()
  }
}

/** Loads the activity that an event announces. Returns null if the batch or re-extraction has been deleted. */
async function activityOf(ctx: Ctx, id: string, event: AnyEvent): Promise<ProjectActivity | null> {
  if ('changed' in event) return projectNow(ctx, id, event.changed === 'deleted' ? [] : [event.changed])
  if ('reextractionId' in event) {
    const [reextraction] = await readReextractions({ ctx, input: { ids: [event.reextractionId] } })
    return reextraction ? reextractionActivity(reextraction) : null
  }
  const [batch] = await batchesById(ctx, [event.batchId])
  return batch ? batchActivity(batch) : null
}

async function projectNow(ctx: Ctx, id: string, parts: ProjectPart[]): Promise<ProjectActivity> {
  const [project] = await readProjects({ ctx, input: { ids: [id] } })
  if (!project)
    return { type: 'deleted', subject: 'project', seq: null, projectId: id, finishedAt: ctx.now() }
  return { type: 'project', subject: `project ${parts.join(' ')}`, seq: null, project, parts }
}

function batchActivity(batch: BatchRecord): ProjectActivity {
  return { type: 'batch', subject: batch.id, seq: batch.seq, batch }
}

function reextractionActivity(reextraction: ReextractionRecord): ProjectActivity {
  return { type: 'reextraction', subject: reextraction.id, seq: reextraction.seq, reextraction }
}

function updateOf(activity: ProjectActivity): number | null {
  return activity.type === 'project' ? activity.project.updatedAt.getTime() : null
}

async function batchesSince(ctx: Ctx, projectId: string, since: Date): Promise<BatchRecord[]> {
  const { rows } = await ctx.db.pool.query<BatchRow>({
    name: 'batches-changed-since',
    text: `SELECT ${batchColumns()} FROM batch b
           WHERE ${VISIBLE} AND b.project_id = $4 AND b.changed_at > $5 ORDER BY b.changed_at`,
    values: [...visibleValues(ctx), projectId, since],
  })
  return rows.map(toBatchRecord)
}

async function reextractionsSince(ctx: Ctx, projectId: string, since: Date): Promise<ReextractionRecord[]> {
  const rows = await ctx.db.prisma.reextraction.findMany({
    where: { changedAt: { gt: since }, batch: { AND: [{ projectId }, visibleBatches(ctx)] } },
    orderBy: { changedAt: 'asc' },
  })
  return rows.map(toReextractionRecord)
}
