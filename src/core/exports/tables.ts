import { ANSWER_COLUMNS } from './answer-columns.ts'
import type { Column } from './column.ts'
import { CORRECTION_COLUMNS } from './correction-columns.ts'
import { MENTION_COLUMNS } from './mention-columns.ts'
import { METRIC_COLUMNS } from './metric-columns.ts'
import { SOURCE_COLUMNS } from './source-columns.ts'

/** A table that can be exported. */
export interface ExportTable {
  /** View in the schemas `reporting_base` (all organizations) and `reporting` (the organization of a reporting role). */
  view: string
  title: string
  /** What one row is. */
  description: string
  columns: readonly Column[]
}

/** The tables that can be exported. The views of the migration `reporting` compute their rows. */
export const EXPORT_TABLES = {
  answers: {
    view: 'fact_answer',
    title: 'answers',
    description: 'One row per answer, including questions without an answer.',
    columns: ANSWER_COLUMNS,
  },
  mentions: {
    view: 'fact_mention',
    title: 'mentions of the brand and the competitors',
    description: 'One row per completed answer and tracked brand, whether or not the answer mentions it.',
    columns: MENTION_COLUMNS,
  },
  sources: {
    view: 'fact_source',
    title: 'sources of the answers',
    description: 'One row per answer and page.',
    columns: SOURCE_COLUMNS,
  },
  metrics: {
    view: 'fact_metric',
    title: 'metrics of the runs and their parts',
    description:
      'One row per part of a run, tracked brand and metric. Metrics without a value have no row, except shares without answers.',
    columns: METRIC_COLUMNS,
  },
  corrections: {
    view: 'fact_correction',
    title: 'labels that people corrected or confirmed',
    description: 'One row per answer and tracked brand whose labels a person corrected or confirmed.',
    columns: CORRECTION_COLUMNS,
  },
} as const satisfies Record<string, ExportTable>

export type ExportTableName = keyof typeof EXPORT_TABLES

/** Names of the tables. */
// `Object.keys` loses the names.
export const EXPORT_TABLE_NAMES = Object.keys(EXPORT_TABLES) as readonly ExportTableName[]
