/** A page of a list that is read by key. */
export interface Page<Row> {
  rows: readonly Row[]
  /** How many there are in all; null where it was not asked for. */
  total: number | null
  /** The key after which the next page begins; null at the end. */
  next: string | null
}

/** What is known of a list. */
export interface ListState<Row> {
  /** The first rows of the list, without a gap. */
  rows: readonly Row[]
  /** Null before the first page has come. */
  total: number | null
  error: Error | null
}

/** A list of which as much is read as is looked at. */
export interface ResultList<Row> {
  /** Reads on until the row at this index is there, page by page. */
  want(index: number): void
  /** Reads on after an error. */
  retry(): void
  state(): ListState<Row>
  /** For useSyncExternalStore. */
  subscribe(listener: () => void): () => void
}

/**
 * Reads a list by key, a page at a time: later pages wait for their key, and no page is asked for twice.
 * @param read gives the page after a key, the first one for null
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
      // Where results were added meanwhile, the end of the list decides.
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
