import type { AnyVariables, Client, CombinedError, OperationResult, TypedDocumentNode } from 'urql'

/** A page of a GraphQL connection. */
export interface ConnectionPage<Node> {
  nodes: readonly Node[]
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
  totalCount?: number
}

/** The loaded part of a list. */
export interface PagedList<Node> {
  nodes: readonly Node[]
  /** Total size of the list; null before the first page is loaded, and if the query does not select it. */
  total: number | null
  /** Whether the first page is loaded. */
  ready: boolean
  /** Whether a page is loading. */
  reading: boolean
  hasMore: boolean
  error: CombinedError | undefined
}

/** A list that is loaded page by page and kept up to date. */
export interface Pager<Node> {
  subscribe(listener: () => void): () => void
  list(): PagedList<Node>
  more(): void
  retry(): void
}

/** A query for a connection. Its variable `after` is the cursor of the page. */
export interface PagedQuery<Data, Variables extends AnyVariables, Node> {
  query: TypedDocumentNode<Data, Variables>
  variables: (after: string | null) => Variables
  connection: (data: Data) => ConnectionPage<Node> | null | undefined
}

/**
 * Loads a list page by page. Each page starts at the current end of the previous one. When objects are added or
 * deleted, the following pages are fetched again, so no object is missing or duplicated.
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
    const current = pages[index]
    if (current?.after === after && !again) return
    current?.stop()
    const slot: (typeof pages)[number] = { ...current, after, stop: () => undefined }
    pages[index] = slot
    const receive = ({ data, error }: OperationResult<Data, Variables>) => {
      const page = data && connection(data)
      if (page) slot.page = page
      slot.error = error
      if (page) continueAfter(index, page)
      changed()
    }
    slot.stop = client
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
  const error = pages.find((page) => page.error)?.error
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
 * Loads a whole list page by page, bypassing the cache.
 * @throws {CombinedError} if a request fails
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
    if (!page) throw error ?? new Error('The list no longer exists')
    nodes.push(...page.nodes)
    if (!page.pageInfo.hasNextPage) return nodes
    after = page.pageInfo.endCursor
  }
}
