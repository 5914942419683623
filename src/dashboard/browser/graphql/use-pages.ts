import { useMemo, useRef, useSyncExternalStore } from 'react'
import { type AnyVariables, useClient } from 'urql'
import { createPager, type PagedList, type PagedQuery, type Pager, readAll } from './pager.ts'

/** A list loaded page by page, with its actions. */
export interface Pages<Node> extends PagedList<Node>, Pick<Pager<Node>, 'more' | 'retry'> {
  /** Loads the whole list, bypassing the cache. Rejects if a request fails. */
  all: () => Promise<Node[]>
  /** Whether these objects still belong to the previous filters, because new ones are loading. */
  outdated: boolean
}

/**
 * Loads a list page by page while the component is mounted.
 * @param paged the query; its functions may change on each render, its variables identify the list
 */
export function usePages<Data, Variables extends AnyVariables, Node extends { id: string }>(
  paged: PagedQuery<Data, Variables, Node>,
): Pages<Node> {
  const client = useClient()
  const latest = useRef(paged)
  latest.current = paged
  const key = JSON.stringify(paged.variables(null))
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` represents the functions.
  const pager = useMemo(() => createPager(client, latest.current), [client, key])
  const list = useSyncExternalStore(pager.subscribe, pager.list)
  const shown = useRef(list)
  if (list.ready) shown.current = list
  const outdated = !list.ready && !list.error && shown.current.ready
  const all = () => readAll(client, latest.current)
  return { ...(outdated ? shown.current : list), outdated, more: pager.more, retry: pager.retry, all }
}
