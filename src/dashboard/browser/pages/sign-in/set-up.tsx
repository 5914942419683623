import { useEffect, useState } from 'react'
import { askAuth, textIn } from '../../auth/auth-request.ts'
import { Field } from '../../components/field.tsx'
import { Skeleton } from '../../components/states.tsx'
import type { Problem } from '../../graphql/problem.ts'
import { forgetPlace } from '../../layout/last-place.ts'
import { AuthForm, Card } from './card.tsx'
import { useLinkToken } from './use-link-token.ts'

/** The first step of the setup of a new installation: creates the account and the organization with the token of the link. */
export function SetUp() {
  const token = useLinkToken()
  const [state, setState] = useState<'loading' | 'open' | Problem>('loading')
  useEffect(() => {
    if (token) void askAuth('read-setup-link', { token }).then(({ problem }) => setState(problem ?? 'open'))
  }, [token])
  if (!token || typeof state === 'object') {
    const isLink = !token || (typeof state === 'object' && state.fieldErrors.token !== undefined)
    return (
      <Card
        title="This setup link does not work"
        lead={
          isLink || typeof state !== 'object'
            ? 'It was used, replaced or has expired, or it is incomplete.'
            : state.message
        }
      >
        <p>
          If you have an account, <a href="/sign-in">sign in</a>. Otherwise, print a new link on the server:
        </p>
        <pre>
          <code>npx answergraph setup-link</code>
        </pre>
      </Card>
    )
  }
  if (state === 'loading') {
    return (
      <Card title="Set up Answergraph">
        <Skeleton height={320} />
      </Card>
    )
  }
  return (
    <Card title="Set up Answergraph" lead="Step 1 of 4: your account. You can invite others later.">
      <AuthForm
        action="Create account"
        fields={(errors) => (
          <>
            <Field
              label="Your name"
              name="name"
              autoComplete="name"
              autoFocus
              required
              errors={errors.name}
            />
            <Field
              label="Email address"
              name="email"
              type="email"
              autoComplete="username"
              required
              errors={errors.email}
            />
            <Field
              label="Password"
              hint="At least 8 characters."
              name="password"
              type="password"
              autoComplete="new-password"
              required
              errors={errors.password}
            />
            <Field
              label="Organization"
              hint="Your company or team. It owns projects, keys and members."
              name="organizationName"
              autoComplete="organization"
              required
              errors={errors.organizationName}
            />
          </>
        )}
        send={(typed) => askAuth('set-up', { token, ...Object.fromEntries(typed) })}
        onDone={(data) => {
          forgetPlace()
          location.replace(`/organizations/${textIn(data, 'organizationId')}/start`)
        }}
      />
    </Card>
  )
}
