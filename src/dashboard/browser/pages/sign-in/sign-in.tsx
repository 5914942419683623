import { Link, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { forgetPlace } from '../../frame/last-place.ts'
import type { Problem } from '../../graphql/problem.ts'
import { Field } from '../../parts/field.tsx'
import { ownAddress } from '../../routing/own-address.ts'
import { askAuth } from './auth-request.ts'
import styles from './card.module.css'
import { AuthForm, Card } from './card.tsx'
import { useLinkToken } from './use-link-token.ts'

/** Signs in with address and password, or with the token of a link that signs in once. */
export function SignIn() {
  const { to } = useSearch({ from: '/sign-in' })
  const token = useLinkToken()
  const [problem, setProblem] = useState<Problem | null>(null)
  const [linkFailed, setLinkFailed] = useState(false)
  const goOn = () => location.replace(ownAddress(to, location.origin) ?? '/')
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link is used once, whatever is rendered again.
  useEffect(() => {
    if (!token) return
    forgetPlace()
    void askAuth('use-sign-in-link', { token }).then((answer) => {
      if (!answer.problem) return goOn()
      setProblem(answer.problem)
      setLinkFailed(true)
    })
  }, [token])
  if (token && !linkFailed) return <Card title="Signing in" lead="One moment …" />
  return (
    <Card
      title="Sign in"
      lead={problem && `${problem.message} Sign in with your password instead, or ask for another link.`}
    >
      <AuthForm
        action="Sign in"
        fields={(errors) => (
          <>
            <Field
              label="E-mail address"
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
              Stay signed in on this device
            </label>
          </>
        )}
        send={(typed) =>
          askAuth('sign-in/email', {
            email: typed.get('email'),
            password: typed.get('password'),
            rememberMe: typed.has('remember'),
          })
        }
        onDone={goOn}
      >
        <Link to="/forgot-password">Forgotten your password?</Link>
      </AuthForm>
    </Card>
  )
}
