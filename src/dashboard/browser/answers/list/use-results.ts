import { useMemo, useState, useSyncExternalStore } from 'react'
import { useClient } from 'urql'
import type { AnswerRow } from '../model/row.ts'
import type { AnswerSource } from '../model/source.ts'
import { type ResultVariables, readResults } from './read-results.ts'
import { createResultList, type ListState, type ResultList } from './result-list.ts'

export interface ShownResults extends ListState<AnswerRow> {
  /** Whether the rows still belong to the previous filters. */
  isStale: boolean
  list: ResultList<AnswerRow>
}

/**
 * Loads the results that match the filters, on demand. The previous results stay visible until the first page has
 * loaded.
 * @param edition changes when the results do, which reloads them
 */
export function useResults(
  source: AnswerSource,
  variables: ResultVariables,
  { edition, isFresh }: { edition: string; isFresh: boolean },
): ShownResults {
  const client = useClient()
  const key = JSON.stringify([source, variables, edition])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key contains everything the list depends on.
  const list = useMemo(() => {
    const created = createResultList((after) => readResults(client, { source, variables, after, isFresh }))
    created.want(0)
    return created
  }, [client, key])
  const state = useSyncExternalStore(list.subscribe, list.state)
  const [previous, setPrevious] = useState(state)
  const isReady = state.total !== null || state.error !== null
  if (isReady && previous !== state) setPrevious(state)
  return { ...(isReady ? state : previous), isStale: !isReady, list }
}
