import { useEffect, useRef, useState } from 'react'
import { type CombinedError, useClient } from 'urql'
import { graphql, type ResultOf } from '../../../graphql/graphql.ts'
import { readAll } from '../../../graphql/pager.ts'

const UNITS = graphql(`
  query AnalysisUnits($id: ID!, $after: String) {
    asyncAnalysis(id: $id) {
      id
      results(first: 200, after: $after) {
        pageInfo {
          hasNextPage
          endCursor
        }
        nodes {
          id
          promptText
          location
          replicate
          status
          provider {
            id
            token
          }
          brand {
            mentioned
          }
        }
      }
    }
  }
`)

type Result = NonNullable<NonNullable<ResultOf<typeof UNITS>['asyncAnalysis']>['results']>['nodes'][number]

/** The outcome of one question. */
export type Unit = Pick<
  Result,
  'id' | 'promptText' | 'location' | 'replicate' | 'status' | 'provider' | 'brand'
>

/** Pause between two requests while results arrive, in milliseconds. */
const PAUSE = 1_000

/**
 * Fetches the results of an analysis, and fetches them again after each pause in which new ones arrived.
 * @param done the current number of results
 */
export function useUnits(analysisId: string, done: number, isWanted: boolean) {
  const client = useClient()
  const [units, setUnits] = useState<readonly Unit[]>([])
  const [error, setError] = useState<CombinedError>()
  const wanted = useRef(done)
  wanted.current = done
  const reading = useRef(false)
  useEffect(() => {
    if (!isWanted || reading.current || done === 0) return
    reading.current = true
    const read = async () => {
      for (let shown = -1; shown !== wanted.current; ) {
        if (shown >= 0) await new Promise((resolve) => setTimeout(resolve, PAUSE))
        shown = wanted.current
        const results = await readAll(client, {
          query: UNITS,
          variables: (after) => ({ id: analysisId, after }),
          connection: ({ asyncAnalysis }) => asyncAnalysis?.results,
        })
        setUnits(results)
        setError(undefined)
      }
    }
    read()
      .catch(setError)
      .finally(() => {
        reading.current = false
      })
  }, [client, analysisId, done, isWanted])
  return { units, error }
}
