import { authorize } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import type { AnyEvent, ReextractionEvent } from '../events.ts'
import { type StateSource, subscribeToStates } from '../state-subscription.ts'
import { readReextractions } from './read.ts'
import { type ProjectReextractionRecord, readProjectReextractions } from './read-project.ts'
import type { ReextractionRecord } from './row.ts'

interface Request {
  ctx: Ctx
  input: { id: string }
  signal?: AbortSignal
}

/**
 * The states of a re-extraction, from the current one to the final one: see {@link subscribeToStates}.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; NOT_FOUND, both before anything is yielded
 */
export async function subscribeToReextraction({
  ctx,
  input: { id },
  signal,
}: Request): Promise<AsyncGenerator<ReextractionRecord>> {
  authorize(ctx, 'runs:read')
  const read = async () => (await readReextractions({ ctx, input: { ids: [id] } }))[0] ?? null
  const found = await read()
  if (!found) throw notFound('Re-extraction')
  const source: StateSource<ReextractionRecord, ReextractionEvent> = {
    subscribe: () => ctx.deps.events.subscribeReextraction(found.id),
    read,
    applyEvent: (state, { seq }) => (seq <= state.seq ? state : null),
    isFinal,
  }
  return subscribeToStates(source, signal)
}

/**
 * The states of the re-extraction of a project, as {@link subscribeToReextraction} gives those of one run.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; NOT_FOUND, both before anything is yielded
 */
export async function subscribeToProjectReextraction({
  ctx,
  input: { id },
  signal,
}: Request): Promise<AsyncGenerator<ProjectReextractionRecord>> {
  authorize(ctx, 'runs:read')
  const read = async () => (await readProjectReextractions({ ctx, input: { ids: [id] } }))[0] ?? null
  const found = await read()
  if (!found) throw notFound('Re-extraction')
  const parts = new Set(found.reextractionIds)
  const source: StateSource<ProjectReextractionRecord, AnyEvent> = {
    subscribe: () => ctx.deps.events.subscribeProject(found.projectId),
    read,
    applyEvent: (state, event) => (isRelevant(event, parts) ? null : state),
    isFinal,
  }
  return subscribeToStates(source, signal)
}

function isRelevant(event: AnyEvent, parts: ReadonlySet<string>): boolean {
  if ('reextractionId' in event) return parts.has(event.reextractionId)
  return 'changed' in event && event.changed === 'deleted'
}

function isFinal({ finishedAt }: { finishedAt: Date | null }): boolean {
  return finishedAt !== null
}
