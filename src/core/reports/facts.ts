import type { Summary } from '../../metrics/definitions.ts'
import type { BatchRecord } from '../batches/row.ts'
import type { RunComparison } from '../measurements/comparison.ts'
import type { RunMetrics } from '../trends/run-metrics.ts'
import type { AnswerFacts } from './answer-facts.ts'

/** All that a report says of a run or an async analysis. */
export interface ReportFacts {
  batch: BatchRecord
  /** Null before its end, and when it ended without any answer. */
  summary: Summary | null
  /** Null for an async analysis, which is compared with nothing. */
  comparison: RunComparison | null
  /** The run it is compared with; null without one. */
  previous: { finishedAt: Date | null; summary: Summary } | null
  /** By provider; empty for an async analysis. */
  providers: RunMetrics[]
  answers: AnswerFacts
}

/** The facts of a report about answers that were measured. */
export interface MeasuredFacts extends ReportFacts {
  summary: Summary
}

/** The paragraphs and tables of one part of a report; none where it has nothing to say. */
export type Section = (facts: MeasuredFacts) => string[]
