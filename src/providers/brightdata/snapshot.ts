import { ProviderError } from '../driver.ts'
import type { Exchange } from '../http/vendor-api.ts'
import { failureIn } from './failures.ts'
import { answerIn, firstText, hasAnswerField, type Row, rowsOf } from './rows.ts'

/** Statuses for a snapshot that the vendor does not have, or not any more. */
export const GONE: readonly number[] = [400, 404, 410]

const READY = new Set(['ready', 'done', 'completed', 'collected'])
const FAILED = new Set(['failed', 'cancelled', 'canceled', 'error'])
const NOT_YET = /not (yet )?ready|try again|building|running|starting|pending|in progress|queued/i
const ID_FIELDS = ['snapshot_id', 'snapshotId', 'collection_id', 'response_id']

/**
 * The id of the snapshot that a request began.
 * @throws {ProviderError} for what names none
 */
export function snapshotIdIn(body: string): string {
  const rows = rowsOf(body)
  const id = rows.map((row) => firstText(row, ID_FIELDS)).find((found) => found !== null)
  if (id) return id
  const failure = rows.map(failureIn).find((found) => found !== null)
  throw failure ?? new ProviderError('drift', `the vendor began no snapshot: ${body.slice(0, 200)}`)
}

/** How far a snapshot is; a status that is unknown is one of those on the way to an answer. */
export function stateOf({ httpStatus, body }: Exchange): 'ready' | 'failed' | 'gone' | 'waiting' {
  if (GONE.includes(httpStatus)) return 'gone'
  const [row = {}] = rowsIn(body)
  const status = firstText(row, ['status', 'state'])?.toLowerCase() ?? ''
  if (READY.has(status)) return 'ready'
  return FAILED.has(status) ? 'failed' : 'waiting'
}

/** Whether a download only says that the answer is not there yet. */
export function isBeingBuilt({ httpStatus, body }: Exchange): boolean {
  if (httpStatus === 202) return true
  const rows = rowsIn(body)
  const [row = {}] = rows
  if (rows.length === 0) return NOT_YET.test(body.slice(0, 200))
  return !hasAnswerField(row) && NOT_YET.test(firstText(row, ['status', 'message', 'warning']) ?? '')
}

/** The failure of a snapshot without any answer; null for one with an answer, and for what cannot be read. */
export function failureInSnapshot(body: string): ProviderError | null {
  if (/^\s*(\[\s*\]|snapshot is empty\.?)?\s*$/i.test(body))
    return new ProviderError('retry', 'the snapshot is empty')
  const rows = rowsIn(body)
  if (rows.some((row) => answerIn(row) !== '')) return null
  return rows.map(failureIn).find((failure) => failure !== null) ?? null
}

function rowsIn(body: string): Row[] {
  try {
    return rowsOf(body)
  } catch {
    return []
  }
}
