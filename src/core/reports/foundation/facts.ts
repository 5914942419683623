import type { Summary } from '../../../metrics/definitions.ts'
import type { BatchRecord } from '../../batches/row.ts'
import type { FactCheckRecord } from '../../facts/definition.ts'
import type { Figures } from '../../foundation/figures.ts'
import type { RunComparison } from '../../measurements/comparison.ts'
import type { BrandThemes } from '../../themes/definition.ts'
import type { RunMetrics } from '../../trends/run-metrics.ts'
import type { AnswerFacts } from './answer-facts.ts'

/** Input of a report about a run or an async analysis. */
export interface ReportFacts {
  batch: BatchRecord
  /** Null until the batch ends, and if it ended without any answer. */
  summary: Summary | null
  /** Null for async analyses, which are not compared. */
  comparison: RunComparison | null
  /** The run to compare with, or null. */
  previous: { finishedAt: Date | null; summary: Summary } | null
  /** Metrics by provider; empty for an async analysis. */
  providers: RunMetrics[]
  /** Themes of the brand and each competitor; empty for an async analysis. */
  themes: BrandThemes[]
  answers: AnswerFacts
  /** Null for async analyses, and without facts about the brand. */
  factCheck: FactCheckRecord | null
  /** Formats numbers and dates for the reader. */
  figures: Figures
}

/** Input of a report with measured answers. */
export interface MeasuredFacts extends ReportFacts {
  summary: Summary
}

/** Renders one section of a report as paragraphs and tables. Returns an empty list if there is nothing to report. */
export type Section = (facts: MeasuredFacts) => string[]
