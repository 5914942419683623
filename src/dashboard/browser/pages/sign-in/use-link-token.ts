import { useEffect, useState } from 'react'

/**
 * Returns the token of the link that opened the page, or null. The token is in the fragment, so it is not logged, and
 * is removed from the URL immediately. Opening a second link in the same tab only changes the fragment; then the page
 * is reloaded to use the new token.
 */
export function useLinkToken(): string | null {
  const [token] = useState(takeToken)
  useEffect(() => {
    const open = () => {
      if (tokenInAddress()) location.reload()
    }
    window.addEventListener('hashchange', open)
    return () => window.removeEventListener('hashchange', open)
  }, [])
  return token
}

function takeToken(): string | null {
  const token = tokenInAddress()
  if (token) history.replaceState(history.state, '', location.pathname + location.search)
  return token
}

function tokenInAddress(): string | null {
  return new URLSearchParams(location.hash.slice(1)).get('token')
}
