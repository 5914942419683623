import type { BatchRecord } from '../batches/batch-record.ts'
import { type BatchRow, recordOf } from '../batches/batch-record.ts'
import { batchColumns, batchesById, VISIBLE, visibleValues } from '../batches/read.ts'
import { within } from '../batches/watch.ts'
import type { Ctx } from '../context.ts'
import type { BatchEvent, ProjectEvent, ProjectPart } from '../events.ts'
import { readProject, readProjects } from './read.ts'
import type { ProjectRecord } from './record.ts'

/** What happened in a project; `seq` orders what happened to one `subject`. */
export type ProjectActivity =
  /** How it stands, at the beginning without `parts`, and after each change. */
  | { type: 'project'; subject: string; seq: null; project: ProjectRecord; parts: ProjectPart[] }
  | { type: 'batch'; subject: string; seq: number; batch: BatchRecord }
  | { type: 'deleted'; subject: string; seq: null; projectId: string; finishedAt: Date }

/** How long to trust the silence of the event bus, and how far back to look then, in milliseconds. */
const LOOK_AGAIN = 5_000
const OVERLAP = 30_000

/**
 * What happens in a project: how it stands, then every change of it and of its runs and analyses, until it is deleted. It
 * listens before it reads, so that nothing falls between the two; changes of batches that the bus loses are found by looking
 * again. The signal ends it while it waits.
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
        if (happened.type !== 'batch') {
          updatedAt = updateOf(happened)
          last = happened
        }
        continue
      }
      for (const batch of await changedSince(ctx, id, new Date(ctx.now().getTime() - OVERLAP))) {
        yield batchActivity(batch)
      }
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

async function describe(
  ctx: Ctx,
  id: string,
  event: BatchEvent | ProjectEvent,
): Promise<ProjectActivity | null> {
  if (!('batchId' in event)) return projectNow(ctx, id, event.changed === 'deleted' ? [] : [event.changed])
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

function updateOf(activity: ProjectActivity): number | null {
  return activity.type === 'project' ? activity.project.updatedAt.getTime() : null
}

async function changedSince(ctx: Ctx, projectId: string, since: Date): Promise<BatchRecord[]> {
  const { rows } = await ctx.db.pool.query<BatchRow>({
    name: 'batches-changed-since',
    text: `SELECT ${batchColumns()} FROM batch b
           WHERE ${VISIBLE} AND b.project_id = $4 AND b.changed_at > $5 ORDER BY b.changed_at`,
    values: [...visibleValues(ctx), projectId, since],
  })
  return rows.map(recordOf)
}
