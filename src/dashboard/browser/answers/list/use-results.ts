import { useMemo, useState, useSyncExternalStore } from 'react'
import { useClient } from 'urql'
import type { AnswerSource } from '../source.ts'
import { type ResultVariables, readResults } from './read-results.ts'
import { createResultList, type ListState, type ResultList } from './result-list.ts'
import type { AnswerRow } from './row.ts'

/** A list as it is shown. */
export interface ShownResults extends ListState<AnswerRow> {
  /** Whether these are still the results of the filters before. */
  isStale: boolean
  list: ResultList<AnswerRow>
}

/**
 * The results that meet the filters, of which as much is read as is looked at. Until the first page has come, those of the
 * filters before stay.
 * @param edition changes when the results do: they are read again then
 */
export function useResults(
  source: AnswerSource,
  variables: ResultVariables,
  { edition, isFresh }: { edition: string; isFresh: boolean },
): ShownResults {
  const client = useClient()
  const key = JSON.stringify([source, variables, edition])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all that the list depends on.
  const list = useMemo(() => {
    const created = createResultList((after) => readResults(client, { source, variables, after, isFresh }))
    created.want(0)
    return created
  }, [client, key])
  const state = useSyncExternalStore(list.subscribe, list.state)
  const [before, setBefore] = useState(state)
  const isReady = state.total !== null || state.error !== null
  if (isReady && before !== state) setBefore(state)
  return { ...(isReady ? state : before), isStale: !isReady, list }
}
