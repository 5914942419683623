import { Link, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { askAuth, isTrueIn } from '../../auth/auth-request.ts'
import { Field } from '../../components/field.tsx'
import type { Problem } from '../../graphql/problem.ts'
import { forgetPlace } from '../../layout/last-place.ts'
import { ownAddress } from '../../routing/own-address.ts'
import styles from './card.module.css'
import { AuthForm, Card } from './card.tsx'
import { OpenIdButton, openIdProblem } from './open-id.tsx'
import { SecondFactor } from './second-factor.tsx'
import { useLinkToken } from './use-link-token.ts'
import { useSignInOptions } from './use-sign-in-options.ts'

/** Signs in with email and password, through an identity provider, or with the token of a one-time link. */
export function SignIn() {
  const { to, problem: openIdCode } = useSearch({ from: '/sign-in' })
  const token = useLinkToken()
  const options = useSignInOptions()
  const [problem, setProblem] = useState<Problem | null>(null)
  const [linkFailed, setLinkFailed] = useState(false)
  /** The email address and password that were right, while a code is missing. */
  const [accepted, setAccepted] = useState<Record<string, unknown> | null>(null)
  const redirect = () => location.replace(ownAddress(to, location.origin) ?? '/')
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link must only be used once, regardless of rerenders.
  useEffect(() => {
    if (!token) return
    forgetPlace()
    void askAuth('use-sign-in-link', { token }).then((answer) => {
      if (!answer.problem) return redirect()
      setProblem(answer.problem)
      setLinkFailed(true)
    })
  }, [token])
  if (token && !linkFailed) return <Card title="Signing in" lead="One moment …" />
  if (accepted)
    return <SecondFactor credentials={accepted} onDone={redirect} onBack={() => setAccepted(null)} />
  const lead = problem
    ? `${problem.message} Sign in with your password, or request a new link.`
    : openIdProblem(options, openIdCode)
  return (
    <Card title="Sign in" lead={lead && <span role="alert">{lead}</span>}>
      {options?.openId && <OpenIdButton label={options.openId.label} to={to} />}
      <AuthForm
        action="Sign in"
        fields={(errors) => (
          <>
            <Field
              label="Email address"
              name="email"
              type="email"
              autoComplete="username"
              autoFocus
              required
              errors={errors.email}
            />
            <Field
              label="Password"
              name="password"
              type="password"
              autoComplete="current-password"
              required
              errors={errors.password}
            />
            <label className={styles.remember}>
              <input type="checkbox" name="remember" defaultChecked />
              Keep me signed in on this device
            </label>
          </>
        )}
        send={async (typed) => {
          const credentials = {
            email: typed.get('email'),
            password: typed.get('password'),
            rememberMe: typed.has('remember'),
          }
          const answer = await askAuth('sign-in/email', credentials)
          if (isTrueIn(answer.data, 'twoFactorRequired')) setAccepted(credentials)
          return answer
        }}
        onDone={(data) => {
          if (!isTrueIn(data, 'twoFactorRequired')) redirect()
        }}
      >
        <Link to="/forgot-password">Forgot your password?</Link>
      </AuthForm>
    </Card>
  )
}
