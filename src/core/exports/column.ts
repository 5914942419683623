/** Type of a column: how it is stored in SQL, written as text and stored in Parquet. */
export type ColumnType = 'uuid' | 'text' | 'integer' | 'number' | 'boolean' | 'time'

/** A column of an exported table. Its view in the schema `reporting` has a column with the same name, type and comment. */
export interface Column {
  name: string
  type: ColumnType
  description: string
  /** Whether exports contain the column only on request. */
  onRequest?: true
}

/** Values of a row by the names of its columns. */
export type ExportRow = Readonly<Record<string, string | number | boolean | Date | null>>

type ColumnFacts = [type: ColumnType, description: string, onRequest?: 'on request']

/** Returns columns from an object of their types and descriptions. */
export function columnsFrom(facts: Readonly<Record<string, ColumnFacts>>): Column[] {
  return Object.entries(facts).map(([name, [type, description, onRequest]]) => ({
    name,
    type,
    description,
    ...(onRequest && { onRequest: true }),
  }))
}

/** Columns of all facts about a run. */
export const RUN_KEYS = {
  run_id: ['uuid', 'Run.'],
  project_id: ['uuid', 'Project of the run.'],
  run_ended_at: ['time', 'When the run ended. All rows of a run appear at that time.'],
} as const satisfies Record<string, ColumnFacts>

/** Columns of all facts about an answer. */
export const ANSWER_KEYS = {
  answer_id: ['uuid', 'Answer. The REST API and GraphQL call it a result.'],
  ...RUN_KEYS,
  prompt_id: ['uuid', 'Prompt.'],
  provider: ['text', 'Token of the provider, such as chatgpt.'],
  location: ['text', 'Location of the question, such as US or fr-CH.'],
  replicate: ['integer', 'Number of the repetition, starting at 1.'],
  simulated: ['boolean', 'True if no provider was asked.'],
} as const satisfies Record<string, ColumnFacts>
