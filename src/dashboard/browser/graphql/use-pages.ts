import { useMemo, useRef, useSyncExternalStore } from 'react'
import { type AnyVariables, useClient } from 'urql'
import { createPager, type PagedList, type PagedQuery, type Pager } from './pager.ts'

/** A list of a page, and what may be done with it. */
export interface Pages<Node> extends PagedList<Node>, Pick<Pager<Node>, 'more' | 'retry'> {
  /** Whether these are the objects of filters that were set before, while those of the present ones are being read. */
  outdated: boolean
}

/**
 * Reads a list page by page for as long as the component is there.
 * @param paged the query; its functions may be others each time, `key` says when it is another list
 */
export function usePages<Data, Variables extends AnyVariables, Node extends { id: string }>(
  paged: PagedQuery<Data, Variables, Node> & { key: string },
): Pages<Node> {
  const client = useClient()
  const latest = useRef(paged)
  latest.current = paged
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for the functions.
  const pager = useMemo(() => createPager(client, latest.current), [client, paged.key])
  const list = useSyncExternalStore(pager.subscribe, pager.list)
  const shown = useRef(list)
  if (list.ready) shown.current = list
  const outdated = !list.ready && !list.error && shown.current.ready
  return { ...(outdated ? shown.current : list), outdated, more: pager.more, retry: pager.retry }
}
