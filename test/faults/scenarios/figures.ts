import type { Inspection } from './inspect.ts'

/** Figures of a scenario. */
export interface Figures extends Inspection {
  /** How often the fault happened. */
  times: number
  /** Questions that the vendor received again, and the maximum: the faults of workers × their concurrency. */
  askedAgain: number
  askedAgainLimit: number
  /** Seconds until each unit that a worker was asking was resumed, ascending. */
  recovery: number[]
  /** Answers and rows of the ledger that changed when a frozen worker continued. */
  changedLater: number
}

/** Returns what is wrong, such as `2 units lost`; nothing if the figures are as they must be. */
export function mistakes(figures: Figures): string[] {
  const counts = {
    'units lost': figures.lost,
    'units or analyses doubled': figures.doubled,
    'webhooks missing or with several ids': figures.wrongWebhooks,
    'credits that do not match': figures.creditsAdrift,
    'stored responses that differ from the answer': figures.mixedAnswers,
    'answers or ledger rows changed by a late answer': figures.changedLater,
    'questions asked again beyond the limit': Math.max(0, figures.askedAgain - figures.askedAgainLimit),
  }
  return Object.entries(counts).flatMap(([what, count]) => (count > 0 ? [`${count} ${what}`] : []))
}
