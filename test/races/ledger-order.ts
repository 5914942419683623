/** An entry of the ledger of an organization. */
export interface LedgerEntry {
  id: string
  kind: string
  /** For example `batch:` followed by an id. */
  cause: string
  /** Change of the balance. */
  amount: number
  balanceAfter: number
}

/** A time span of an operation, as its client measured it, in milliseconds. */
export interface Span {
  start: number
  end: number
}

/** An operation that wrote the entry with this index. */
export interface Change extends Span {
  entry: number
}

/** An operation with a response that depends on the balance. */
export interface Sight extends Span {
  /** For messages. */
  name: string
  /** Whether the response is right for a balance. */
  fits(balance: number): boolean
}

/**
 * Sorts entries by the time of writing: each entry continues the balance of the previous one. The ids are not enough, because
 * they are ordered by milliseconds only.
 * @throws {Error} if no entry continues the balance
 */
export function orderLedger(entries: readonly LedgerEntry[]): LedgerEntry[] {
  const rest = entries.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const ordered: LedgerEntry[] = []
  let balance = 0
  while (rest.length > 0) {
    const next = rest.findIndex(({ amount, balanceAfter }) => balance + amount === balanceAfter)
    const [entry] = next < 0 ? [] : rest.splice(next, 1)
    if (!entry) throw new Error(`no entry continues the balance ${balance} after ${ordered.length} entries`)
    balance = entry.balanceAfter
    ordered.push(entry)
  }
  return ordered
}

/**
 * Returns the operations that contradict the order of the ledger: changes that ended before another one started but come
 * later in the ledger, and responses for which no balance between their start and their end fits. A response after another one cannot
 * show an older balance.
 */
export function findContradictions(
  ledger: readonly LedgerEntry[],
  { changes, sights }: { changes: readonly Change[]; sights: readonly Sight[] },
): string[] {
  const seen: { end: number; entry: number }[] = [...changes]
  const latestBefore = (start: number) =>
    seen.reduce((latest, { end, entry }) => (end < start ? Math.max(latest, entry) : latest), 0)
  const found = changes
    .filter(({ start, entry }) => latestBefore(start) > entry)
    .map(({ entry }) => `entry ${entry} comes before the entry of an operation that had ended earlier`)
  for (const { start, end, name, fits } of sights.toSorted((a, b) => a.start - b.start)) {
    const from = latestBefore(start)
    const until = changes.reduce(
      (first, change) => (change.start > end ? Math.min(first, change.entry) : first),
      ledger.length,
    )
    const entry = ledger.findIndex(
      ({ balanceAfter }, index) => index >= from && index < until && fits(balanceAfter),
    )
    if (entry < 0) found.push(`${name} fits no balance of the entries ${from} to ${until - 1}`)
    else seen.push({ end, entry })
  }
  return found
}
