import { authorize } from '../access/authorize.ts'
import type { Ctx } from '../foundation/context.ts'
import { notFound } from '../foundation/errors.ts'
import type { AnyEvent, ReextractionEvent } from '../foundation/events.ts'
import { type StateSource, subscribeToStates } from '../foundation/state-subscription.ts'
import { readReextractions } from './read.ts'
import { type ProjectReextractionRecord, readProjectReextractions } from './read-project.ts'
import type { ReextractionRecord } from './row.ts'

interface Request {
  ctx: Ctx
  input: { id: string }
  signal?: AbortSignal
}

/**
 * Yields the states of a re-extraction, from the current to the final one; see {@link subscribeToStates}.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; NOT_FOUND. Both are thrown before the first value.
 */
export async function subscribeToReextraction({
  ctx,
  input: { id },
  signal,
}: Request): Promise<AsyncGenerator<ReextractionRecord>> {
  authorize(ctx, 'runs:read')
  const read = async () => (await readReextractions({ ctx, input: { ids: [id] } }))[0] ?? null
  const reextraction = await read()
  if (!reextraction) throw notFound('Re-extraction')
  const source: StateSource<ReextractionRecord, ReextractionEvent> = {
    subscribe: () => ctx.deps.events.subscribeReextraction(reextraction.id),
    read,
    applyEvent: (state, { seq }) => (seq <= state.seq ? state : null),
    isFinal,
  }
  return subscribeToStates(source, signal)
}

/**
 * Yields the states of a project's re-extraction, like {@link subscribeToReextraction} for a single run.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; NOT_FOUND. Both are thrown before the first value.
 */
export async function subscribeToProjectReextraction({
  ctx,
  input: { id },
  signal,
}: Request): Promise<AsyncGenerator<ProjectReextractionRecord>> {
  authorize(ctx, 'runs:read')
  const read = async () => (await readProjectReextractions({ ctx, input: { ids: [id] } }))[0] ?? null
  const reextraction = await read()
  if (!reextraction) throw notFound('Re-extraction')
  const parts = new Set(reextraction.reextractionIds)
  const source: StateSource<ProjectReextractionRecord, AnyEvent> = {
    subscribe: () => ctx.deps.events.subscribeProject(reextraction.projectId),
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
