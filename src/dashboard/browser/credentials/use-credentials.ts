import { useQuery } from 'urql'
import { usePoll } from '../graphql/use-poll.ts'
import { CREDENTIALS } from './documents.ts'

/** Reads the credentials of the organization, and reads them again until every running check has ended. */
export function useCredentials() {
  const [result, retry] = useQuery({ query: CREDENTIALS })
  const credentials = result.data?.viewer.organization.providerCredentials ?? null
  usePoll(credentials?.some(({ check }) => check.status === 'CHECKING') ?? false, retry)
  return { credentials, error: result.error, retry }
}
