import type { JudgedEntity } from '../../extraction/judge/judgement.ts'

/** What a judge said of an answer, and who it was. */
export interface JudgementRecord {
  model: string
  promptVersion: number
  /** Empty where its answer had not the form. */
  labels: JudgedEntity[]
}

/** In a statement that joins `judgement j`: the record, or null. */
export const JUDGEMENT = `CASE WHEN j.result_id IS NOT NULL THEN json_build_object('model', j.model,
  'promptVersion', j.prompt_version, 'labels', j.labels) END AS judgement`
