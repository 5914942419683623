import { useEffect } from 'react'
import { useQuery } from 'urql'
import { CREDENTIALS } from './documents.ts'

/** Milliseconds between two reads while a check is running. */
const POLL_INTERVAL = 1_000

/** Reads the credentials of the organization, and reads them again until every running check has ended. */
export function useCredentials() {
  const [result, retry] = useQuery({ query: CREDENTIALS })
  const credentials = result.data?.viewer.organization.providerCredentials ?? null
  const isChecking = credentials?.some(({ check }) => check.status === 'CHECKING') ?? false
  useEffect(() => {
    if (!isChecking) return
    const timer = setInterval(() => retry({ requestPolicy: 'network-only' }), POLL_INTERVAL)
    return () => clearInterval(timer)
  }, [isChecking, retry])
  return { credentials, error: result.error, retry }
}
