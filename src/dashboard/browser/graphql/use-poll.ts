import { useEffect } from 'react'

/** Milliseconds between two reads. */
const INTERVAL = 1_000

/** Reads a query again every second while something is in progress, for changes that no event announces. */
export function usePoll(
  isInProgress: boolean,
  retry: (options: { requestPolicy: 'network-only' }) => void,
): void {
  useEffect(() => {
    if (!isInProgress) return
    const timer = setInterval(() => retry({ requestPolicy: 'network-only' }), INTERVAL)
    return () => clearInterval(timer)
  }, [isInProgress, retry])
}
