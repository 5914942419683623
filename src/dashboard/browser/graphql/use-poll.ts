import { useEffect } from 'react'

/**
 * Reads a query again while something is in progress, for changes that no event announces.
 * @param interval milliseconds between two reads
 */
export function usePoll(
  isInProgress: boolean,
  retry: (options: { requestPolicy: 'network-only' }) => void,
  interval = 1_000,
): void {
  useEffect(() => {
    if (!isInProgress) return
    const timer = setInterval(() => retry({ requestPolicy: 'network-only' }), interval)
    return () => clearInterval(timer)
  }, [isInProgress, retry, interval])
}
