import type { BatchRecord } from '../batches/batch-record.ts'
import { type BatchRow, recordOf } from '../batches/batch-record.ts'
import { batchColumns, batchesById, VISIBLE, visibleBatches, visibleValues } from '../batches/read.ts'
import type { Ctx } from '../context.ts'
import type { AnyEvent, ProjectPart } from '../events.ts'
import { readReextractions } from '../reextractions/read.ts'
import { type ReextractionRecord, reextractionOf } from '../reextractions/record.ts'
import { LOOK_AGAIN, within } from '../watch-states.ts'
import { readProject, readProjects } from './read.ts'
import type { ProjectRecord } from './record.ts'

/** What happened in a project; `seq` orders what happened to one `subject`. */
export type ProjectActivity =
  /** How it stands, at the beginning without `parts`, and after each change. */
  | { type: 'project'; subject: string; seq: null; project: ProjectRecord; parts: ProjectPart[] }
  | { type: 'batch'; subject: string; seq: number; batch: BatchRecord }
  | { type: 'reextraction'; subject: string; seq: number; reextraction: ReextractionRecord }
  | { type: 'deleted'; subject: string; seq: null; projectId: string; finishedAt: Date }

/** How far back to look after a silence of the event bus, in milliseconds. */
const OVERLAP = 30_000

/**
 * What happens in a project: how it stands, then every change of it, of its runs and analyses and of their re-extractions,
 * until it is deleted. It listens before it reads, so that nothing falls between the two; what the bus loses is found by
 * looking again. The signal ends it while it waits.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; NOT_FOUND, also for another tenant's; both before anything is yielded
 */
export async function watchProject({
  ctx,
  input,
  signal,
}: {
  ctx: Ctx
  input: { projectId: string }
  signal: AbortSignal
}): Promise<AsyncGenerator<ProjectActivity>> {
  const { id } = await readProject({ ctx, input: { id: input.projectId } })
  return activity(ctx, id, signal)
}

async function* activity(ctx: Ctx, id: string, signal: AbortSignal): AsyncGenerator<ProjectActivity> {
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
      const event = await within(LOOK_AGAIN, next)
      if (event?.done) return
      if (event) {
        next = events.next()
        const happened = await describe(ctx, id, event.value)
        if (!happened) continue
        yield happened
        if (happened.type === 'project' || happened.type === 'deleted') {
          updatedAt = updateOf(happened)
          last = happened
        }
        continue
      }
      const since = new Date(ctx.now().getTime() - OVERLAP)
      for (const batch of await batchesSince(ctx, id, since)) yield batchActivity(batch)
      for (const one of await reextractionsSince(ctx, id, since)) yield reextractionActivity(one)
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

async function describe(ctx: Ctx, id: string, event: AnyEvent): Promise<ProjectActivity | null> {
  if ('changed' in event) return projectNow(ctx, id, event.changed === 'deleted' ? [] : [event.changed])
  if ('reextractionId' in event) {
    const [one] = await readReextractions({ ctx, input: { ids: [event.reextractionId] } })
    return one ? reextractionActivity(one) : null
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
  return rows.map(recordOf)
}

async function reextractionsSince(ctx: Ctx, projectId: string, since: Date): Promise<ReextractionRecord[]> {
  const rows = await ctx.db.prisma.reextraction.findMany({
    where: { changedAt: { gt: since }, batch: { AND: [{ projectId }, visibleBatches(ctx)] } },
    orderBy: { changedAt: 'asc' },
  })
  return rows.map(reextractionOf)
}
