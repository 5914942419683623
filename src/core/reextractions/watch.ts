import { authorize } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import type { AnyEvent, ReextractionEvent } from '../events.ts'
import { type Watched, watchStates } from '../watch-states.ts'
import { type ProjectReextractionRecord, readProjectReextractions } from './of-project.ts'
import { readReextractions } from './read.ts'
import type { ReextractionRecord } from './record.ts'

interface Request {
  ctx: Ctx
  input: { id: string }
  signal?: AbortSignal
}

/**
 * The states of a re-extraction, from the current one to the final one: see {@link watchStates}.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; NOT_FOUND, both before anything is yielded
 */
export async function watchReextraction({
  ctx,
  input: { id },
  signal,
}: Request): Promise<AsyncGenerator<ReextractionRecord>> {
  authorize(ctx, 'runs:read')
  const read = async () => (await readReextractions({ ctx, input: { ids: [id] } }))[0] ?? null
  const found = await read()
  if (!found) throw notFound('Re-extraction')
  const watched: Watched<ReextractionRecord, ReextractionEvent> = {
    listen: () => ctx.deps.events.subscribeReextraction(found.id),
    read,
    after: (state, { seq }) => (seq <= state.seq ? state : null),
    isFinal,
  }
  return watchStates(watched, signal)
}

/**
 * The states of the re-extraction of a project, as {@link watchReextraction} gives those of one run.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; NOT_FOUND, both before anything is yielded
 */
export async function watchProjectReextraction({
  ctx,
  input: { id },
  signal,
}: Request): Promise<AsyncGenerator<ProjectReextractionRecord>> {
  authorize(ctx, 'runs:read')
  const read = async () => (await readProjectReextractions({ ctx, input: { ids: [id] } }))[0] ?? null
  const found = await read()
  if (!found) throw notFound('Re-extraction')
  const parts = new Set(found.reextractionIds)
  const watched: Watched<ProjectReextractionRecord, AnyEvent> = {
    listen: () => ctx.deps.events.subscribeProject(found.projectId),
    read,
    after: (state, event) => (isNews(event, parts) ? null : state),
    isFinal,
  }
  return watchStates(watched, signal)
}

function isNews(event: AnyEvent, parts: ReadonlySet<string>): boolean {
  if ('reextractionId' in event) return parts.has(event.reextractionId)
  return 'changed' in event && event.changed === 'deleted'
}

function isFinal({ finishedAt }: { finishedAt: Date | null }): boolean {
  return finishedAt !== null
}
