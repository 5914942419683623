import type { AnyVariables, Client, CombinedError, OperationResult, TypedDocumentNode } from 'urql'

/** A page of a list as the graph gives it. */
export interface ConnectionPage<Node> {
  nodes: readonly Node[]
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
  totalCount?: number
}

/** What was read of a list so far. */
export interface PagedList<Node> {
  nodes: readonly Node[]
  /** Of the whole list; null until the first page is there, and where the query does not ask for it. */
  total: number | null
  /** Whether the first page is there. */
  ready: boolean
  /** Whether a page is being read that is not there yet. */
  reading: boolean
  hasMore: boolean
  error: CombinedError | undefined
}

/** A list that is read page by page, and kept up to date. */
export interface Pager<Node> {
  subscribe(listener: () => void): () => void
  list(): PagedList<Node>
  more(): void
  retry(): void
}

/** A query of a connection: its variable `after` is the cursor of the page. */
export interface PagedQuery<Data, Variables extends AnyVariables, Node> {
  query: TypedDocumentNode<Data, Variables>
  /** The variables of a page. */
  variables: (after: string | null) => Variables
  connection: (data: Data) => ConnectionPage<Node> | null | undefined
}

/**
 * Reads a list page by page. Each page begins where the one before it ends now: when objects are added or deleted, the pages
 * after them are read again, so that none is missing or there twice.
 */
export function createPager<Data, Variables extends AnyVariables, Node extends { id: string }>(
  client: Client,
  { query, variables, connection }: PagedQuery<Data, Variables, Node>,
): Pager<Node> {
  const listeners = new Set<() => void>()
  const pages: {
    after: string | null
    stop: () => void
    page?: ConnectionPage<Node>
    error?: CombinedError | undefined
  }[] = []
  let wanted = 1
  let list: PagedList<Node> = EMPTY
  const changed = () => {
    list = listOf(pages, wanted)
    for (const listener of listeners) listener()
  }
  const close = (from: number) => {
    for (const { stop } of pages.splice(from)) stop()
  }
  const open = (index: number, after: string | null, again = false) => {
    const present = pages[index]
    if (present?.after === after && !again) return
    present?.stop()
    const place: (typeof pages)[number] = { ...present, after, stop: () => undefined }
    pages[index] = place
    const receive = ({ data, error }: OperationResult<Data, Variables>) => {
      const page = data && connection(data)
      if (page) place.page = page
      place.error = error
      if (page) continueAfter(index, page)
      changed()
    }
    place.stop = client
      .query(query, variables(after), again ? { requestPolicy: 'network-only' } : undefined)
      .subscribe(receive).unsubscribe
  }
  const continueAfter = (index: number, { pageInfo }: ConnectionPage<Node>) => {
    if (!pageInfo.hasNextPage) close(index + 1)
    else if (index + 1 < wanted) open(index + 1, pageInfo.endCursor)
  }
  return {
    subscribe(listener) {
      listeners.add(listener)
      if (pages.length === 0) open(0, null)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) close(0)
      }
    },
    list: () => list,
    more() {
      const last = pages.at(-1)
      if (!last?.page?.pageInfo.hasNextPage || pages.length < wanted) return
      wanted = pages.length + 1
      open(pages.length, last.page.pageInfo.endCursor)
      changed()
    },
    retry() {
      const failed = pages.findIndex(({ error }) => error)
      open(Math.max(0, failed), pages[Math.max(0, failed)]?.after ?? null, true)
    },
  }
}

const EMPTY = { nodes: [], total: null, ready: false, reading: true, hasMore: false, error: undefined }

function listOf<Node extends { id: string }>(
  pages: readonly { page?: ConnectionPage<Node>; error?: CombinedError | undefined }[],
  wanted: number,
): PagedList<Node> {
  const nodes = new Map<string, Node>()
  for (const { page } of pages) for (const node of page?.nodes ?? []) nodes.set(node.id, node)
  const first = pages[0]?.page
  const last = pages.at(-1)
  const error = pages.find((one) => one.error)?.error
  return {
    nodes: [...nodes.values()],
    total: first?.totalCount ?? null,
    ready: first !== undefined,
    reading: !last?.page && !error,
    hasMore: last?.page?.pageInfo.hasNextPage === true || pages.length < wanted,
    error,
  }
}

/**
 * Reads a whole list, page by page, past what is kept.
 * @throws {CombinedError}
 */
export async function readAll<Data, Variables extends AnyVariables, Node>(
  client: Client,
  { query, variables, connection }: PagedQuery<Data, Variables, Node>,
): Promise<Node[]> {
  const nodes: Node[] = []
  let after: string | null = null
  for (;;) {
    const result: OperationResult<Data, Variables> = await client.query(query, variables(after), {
      requestPolicy: 'network-only',
    })
    const { data, error } = result
    const page: ConnectionPage<Node> | null | undefined = data && connection(data)
    if (!page) throw error ?? new Error('the list is gone')
    nodes.push(...page.nodes)
    if (!page.pageInfo.hasNextPage) return nodes
    after = page.pageInfo.endCursor
  }
}
