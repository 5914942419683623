import type { OutboundDeps } from '../foundation/outbound.ts'
import type { ExtractionDeps } from '../observations/extraction-threads.ts'
import type { Judge } from '../provider-port/judge.ts'
import type { CircuitDeps } from '../providers/circuits.ts'
import type { SpendDeps } from '../spend/limits.ts'
import type { BatchEndDeps } from './batch-end.ts'

/** File of real answers, as JSON lines. */
export interface AnswerLog {
  /** Appends a line. Rejects if the line cannot be written. */
  append(line: object): Promise<void>
}

/** Dependencies of the verbs that ask the questions of a batch. */
export interface BatchDeps extends BatchEndDeps, CircuitDeps, ExtractionDeps, OutboundDeps, SpendDeps {
  /** Null without RECORD_ANSWERS. */
  answerLog: AnswerLog | null
  /** Language model that labels answers; null if none is configured. */
  judge: Judge | null
}
