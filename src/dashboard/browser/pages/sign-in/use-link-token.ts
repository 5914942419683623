import { useEffect, useState } from 'react'

/**
 * The token of the link that opened the page; null without one. It is in the fragment, which no log has, and is taken out of
 * the address at once. A browser does not load a page anew for another fragment: when a link is put into the address bar of the
 * page that it opens, this does.
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
