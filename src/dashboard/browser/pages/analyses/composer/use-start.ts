import { useRef } from 'react'
import { useMutation } from 'urql'
import { graphql, type VariablesOf } from '../../../graphql/graphql.ts'
import { PROGRESS } from '../../../progress/status.tsx'

const START = graphql(
  `
    mutation StartAnalysis($input: StartAsyncAnalysisInput!) {
      startAsyncAnalysis(input: $input) {
        asyncAnalysis {
          ...AnalysisProgress
          databaseId
        }
      }
    }
  `,
  [PROGRESS],
)

type Input = Omit<VariablesOf<typeof START>['input'], 'idempotencyKey'>

/**
 * Starts analyses. The same input keeps the same idempotency key while the form is mounted, so a double click or a
 * retry after a lost connection starts and charges only one.
 */
export function useStart() {
  const [{ fetching, error }, send] = useMutation(START)
  const keyed = useRef<{ input: string; key: string }>(undefined)
  const start = async (input: Input): Promise<string | null> => {
    const text = JSON.stringify(input)
    if (keyed.current?.input !== text) keyed.current = { input: text, key: newKey() }
    const { data } = await send({ input: { ...input, idempotencyKey: keyed.current.key } })
    return data?.startAsyncAnalysis.asyncAnalysis.databaseId ?? null
  }
  return { fetching, error, start }
}

/** Creates a key of 128 random bits. `randomUUID` is not available if the dashboard is served without https. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}
