import { ProviderError } from '../../core/provider-port/driver.ts'
import type { Exchange } from '../http/vendor-api.ts'
import { failureIn } from './failures.ts'
import { answerIn, firstText, hasAnswerField, type Row, rowsOf } from './rows.ts'

/** HTTP statuses for a snapshot that the vendor does not have, or no longer has. */
export const GONE: readonly number[] = [400, 404, 410]

const READY = new Set(['ready', 'done', 'completed', 'collected'])
const FAILED = new Set(['failed', 'cancelled', 'canceled', 'error'])
const NOT_YET = /not (yet )?ready|try again|building|running|starting|pending|in progress|queued/i
const ID_FIELDS = ['snapshot_id', 'snapshotId', 'collection_id', 'response_id']

/**
 * Returns the id of the snapshot that a request started.
 * @throws {ProviderError} if the response does not contain an id
 */
export function snapshotIdIn(body: string): string {
  const rows = rowsOf(body)
  const id = rows.map((row) => firstText(row, ID_FIELDS)).find((value) => value !== null)
  if (id) return id
  const failure = rows.map(failureIn).find((error) => error !== null)
  throw failure ?? new ProviderError('drift', `the vendor started no snapshot: ${body.slice(0, 200)}`)
}

/** Returns the state of a snapshot. An unknown status counts as still in progress. */
export function stateOf({ httpStatus, body }: Exchange): 'ready' | 'failed' | 'gone' | 'waiting' {
  if (GONE.includes(httpStatus)) return 'gone'
  const [row = {}] = rowsIn(body)
  const status = firstText(row, ['status', 'state'])?.toLowerCase() ?? ''
  if (READY.has(status)) return 'ready'
  return FAILED.has(status) ? 'failed' : 'waiting'
}

/** Returns whether a download only says that the answer is not ready yet. */
export function isBeingBuilt({ httpStatus, body }: Exchange): boolean {
  if (httpStatus === 202) return true
  const rows = rowsIn(body)
  const [row = {}] = rows
  if (rows.length === 0) return NOT_YET.test(body.slice(0, 200))
  return !hasAnswerField(row) && NOT_YET.test(firstText(row, ['status', 'message', 'warning']) ?? '')
}

/** Returns the failure of a snapshot without any answer. Returns null if it has an answer or cannot be parsed. */
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
