import type { Enumeration } from '../../definitions/fields/enumeration.ts'

/** Why a sign-in with OpenID Connect failed, with the message on the sign-in page. */
export const OPEN_ID_PROBLEMS = {
  canceled: 'The sign-in was canceled.',
  expired: 'The sign-in took longer than ten minutes, or another one was started in this browser. Try again.',
  unavailable: 'The identity provider cannot be reached. Try again, or sign in with your password.',
  rejected:
    'The response of the identity provider could not be verified. Try again; if it happens again, tell your administrator.',
  no_email: 'The identity provider did not send your email address. Ask your administrator to share it.',
  unverified_email:
    'The identity provider has not verified your email address. Verify it there, then sign in again.',
  domain: 'Addresses of this domain are not allowed to sign in here.',
  other_account:
    'Your email address belongs to a user who signs in with another account of the identity provider.',
  no_account: 'You have no account here yet. Ask an administrator of your organization for an invitation.',
  removed: 'You are no longer a member of an organization. Ask an administrator for an invitation.',
  role: 'Your account at the identity provider has no role that may sign in here.',
} as const satisfies Enumeration

export type OpenIdProblem = keyof typeof OPEN_ID_PROBLEMS
