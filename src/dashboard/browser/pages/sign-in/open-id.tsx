import { textIn } from '../../auth/auth-request.ts'
import buttonStyles from '../../components/button.module.css'
import styles from './card.module.css'
import type { SignInOptions } from './use-sign-in-options.ts'

/** Opens the identity provider, and says that a password works too. */
export function OpenIdButton({ label, to }: { label: string; to: string | undefined }) {
  const query = to === undefined ? '' : `?${new URLSearchParams({ to })}`
  return (
    <>
      <a className={buttonStyles.button} href={`/api/auth/open-id/start${query}`}>
        Sign in with {label}
      </a>
      <p className={styles.or}>or with your password</p>
    </>
  )
}

/** Returns the message for a failed sign-in with the identity provider; null without one. */
export function openIdProblem(options: SignInOptions | null, code: string | undefined): string | null {
  return code === undefined ? null : textIn(options?.openId?.problems, code)
}
