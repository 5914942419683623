/** A page of a list with cursor pagination. */
export interface Page<Row> {
  rows: readonly Row[]
  /** Total number of rows; null if it was not requested. */
  total: number | null
  /** Cursor of the next page; null for the last page. */
  next: string | null
}

/** The loaded part of a list. */
export interface ListState<Row> {
  /** The first rows of the list, without gaps. */
  rows: readonly Row[]
  /** Null until the first page is loaded. */
  total: number | null
  error: Error | null
}

/** A list that is loaded on demand. */
export interface ResultList<Row> {
  /** Loads pages until the row at this index is available. */
  want(index: number): void
  /** Continues loading after an error. */
  retry(): void
  state(): ListState<Row>
  subscribe(listener: () => void): () => void
}

/**
 * Creates a list that loads one page at a time, because each page needs the cursor of the previous one. Each page is
 * requested once.
 * @param read fetches the page after a cursor, or the first page for null
 */
export function createResultList<Row>(read: (after: string | null) => Promise<Page<Row>>): ResultList<Row> {
  const listeners = new Set<() => void>()
  let state: ListState<Row> = { rows: [], total: null, error: null }
  let next: string | null = null
  let wanted = -1
  let isReading = false
  const become = (change: Partial<ListState<Row>>) => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }
  const isAtEnd = () => state.total !== null && next === null
  const readOn = async () => {
    if (isReading || state.error || isAtEnd() || wanted < state.rows.length) return
    isReading = true
    try {
      const page = await read(next)
      next = page.next
      const rows = [...state.rows, ...page.rows]
      // Results may have been added meanwhile, so the last page determines the total.
      become({ rows, total: next === null ? rows.length : (page.total ?? state.total ?? rows.length) })
    } catch (error) {
      become({ error: error instanceof Error ? error : new Error(String(error)) })
    }
    isReading = false
    void readOn()
  }
  return {
    want(index) {
      wanted = Math.max(wanted, index)
      void readOn()
    },
    retry() {
      become({ error: null })
      void readOn()
    },
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
