import type { Installation } from './installation.ts'

/** A worker that died or froze, and the questions that it was the last to ask, since its start. */
export interface Death {
  worker: string
  /** Milliseconds since the epoch. */
  at: number
  prompts: readonly string[]
}

/** Adds the death of a worker to the earlier deaths. */
export function recordDeath(
  { vendor }: Installation,
  deaths: Death[],
  { worker, at }: Omit<Death, 'prompts'>,
): void {
  const startedAfter = deaths.findLast((death) => death.worker === worker)?.at ?? 0
  const prompts = [...vendor.asked].flatMap(([prompt, times]) => {
    const last = times.at(-1)
    return last?.by === worker && last.at > startedAfter ? [prompt] : []
  })
  deaths.push({ worker, at, prompts })
}

/**
 * Returns how many seconds after the death of its worker each unresolved unit was resumed: its question was asked again,
 * or its stored answer was recorded. Units that were answered before the death are left out.
 */
export async function secondsToRecovery(
  { database, vendor }: Installation,
  deaths: readonly Death[],
): Promise<number[]> {
  const { rows } = await database.query<{ prompt: string; at: Date }>(
    `SELECT p.text AS prompt, r.answered_at AS at FROM result r
     JOIN batch_prompt p ON p.batch_id = r.batch_id AND p.ordinal = r.prompt_ordinal WHERE r.answered_at IS NOT NULL`,
  )
  const answeredAt = new Map(rows.map(({ prompt, at }) => [prompt, at.getTime()]))
  return deaths.flatMap(({ at, prompts }) =>
    prompts.flatMap((prompt) => {
      const answered = answeredAt.get(prompt) ?? Number.POSITIVE_INFINITY
      if (answered <= at) return []
      const askedAgain = vendor.asked.get(prompt)?.find((asked) => asked.at > at)?.at
      return [(Math.min(answered, askedAgain ?? answered) - at) / 1_000]
    }),
  )
}

/** Returns how many questions were asked beyond one per question. */
export function questionsAskedAgain({ vendor }: Installation): number {
  return [...vendor.asked.values()].reduce((sum, times) => sum + times.length - 1, 0)
}
