import { type Answergraph, unwrap } from './client.ts'
import type { components } from './generated/rest.ts'
import { wait } from './retry.ts'

type Run = components['schemas']['Run']
type EndedAnalysis = components['schemas']['EndedAnalysis']
type AnalysisProgress = components['schemas']['AnalysisProgress']

/** Options of {@link waitForAnalysis} and {@link waitForRun}. */
export interface WaitOptions<State> {
  /** Ends the waiting. The analysis or run continues. */
  signal?: AbortSignal
  /** Called with every state that is read, also with the last one. */
  onProgress?: (state: State) => void
}

/** Pauses between two requests, in milliseconds: the first one, and the longest. */
const PAUSE = { first: 500, longest: 10_000 }

const UNFINISHED = new Set(['queued', 'running'])

/**
 * Waits until an async analysis has ended, whatever its outcome, and returns it with its results.
 * @throws {AnswergraphError}; the reason of the signal
 */
export function waitForAnalysis(
  { rest }: Pick<Answergraph, 'rest'>,
  analysisId: string,
  options: WaitOptions<AnalysisProgress | EndedAnalysis> = {},
): Promise<EndedAnalysis> {
  const params = { path: { analysisId } }
  const read = async () => (await unwrap(rest.GET('/v1/async-analysis/{analysisId}', { params }))).data
  // An analysis that has ended has its results.
  return untilEnded<AnalysisProgress | EndedAnalysis>(read, options) as Promise<EndedAnalysis>
}

/**
 * Waits until a run has ended, whatever its outcome, and returns it.
 * @throws {AnswergraphError}; the reason of the signal
 */
export function waitForRun(
  { rest }: Pick<Answergraph, 'rest'>,
  runId: string,
  options: WaitOptions<Run> = {},
): Promise<Run> {
  const params = { path: { runId } }
  return untilEnded(
    async () => (await unwrap(rest.GET('/v1/analysis/runs/{runId}', { params }))).data,
    options,
  )
}

async function untilEnded<State extends { status: string }>(
  read: () => Promise<State>,
  { signal, onProgress }: WaitOptions<State>,
): Promise<State> {
  for (let pause = PAUSE.first; ; pause = Math.min(pause * 1.5, PAUSE.longest)) {
    signal?.throwIfAborted()
    const state = await read()
    onProgress?.(state)
    if (!UNFINISHED.has(state.status)) return state
    await wait(pause, signal)
  }
}
