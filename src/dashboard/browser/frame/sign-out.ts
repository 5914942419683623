import { forgetPlace } from './last-place.ts'

/** Ends the session and shows the page for signing in. Everything that was read is dropped with the page. */
export async function signOut(): Promise<void> {
  forgetPlace()
  await fetch('/api/auth/sign-out', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
  }).catch(() => undefined)
  location.assign('/sign-in')
}
