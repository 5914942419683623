import { forgetPlace } from './last-place.ts'

/** Ends the session and loads the sign-in page, which also discards all cached data. */
export async function signOut(): Promise<void> {
  forgetPlace()
  await fetch('/api/auth/sign-out', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
  }).catch(() => undefined)
  location.assign('/sign-in')
}
