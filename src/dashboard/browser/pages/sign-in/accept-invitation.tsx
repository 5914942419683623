import { useEffect, useState } from 'react'
import { askAuth, isTrueIn, textIn } from '../../auth/auth-request.ts'
import { Field } from '../../components/field.tsx'
import { Skeleton } from '../../components/states.tsx'
import type { Problem } from '../../graphql/problem.ts'
import { forgetPlace } from '../../layout/last-place.ts'
import { AuthForm, Card } from './card.tsx'
import { useLinkToken } from './use-link-token.ts'

interface Invitation {
  email: string
  organization: string
  hasAccount: boolean
}

/** Accepts an invitation using the token of its link, and signs the user in. */
export function AcceptInvitation() {
  const token = useLinkToken()
  const [invitation, setInvitation] = useState<Invitation | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  useEffect(() => {
    if (!token) return
    void askAuth('read-invitation', { token }).then(({ data, problem }) => {
      setProblem(problem)
      if (problem) return
      setInvitation({
        email: textIn(data, 'email') ?? '',
        organization: textIn(data, 'organizationName') ?? '',
        hasAccount: isTrueIn(data, 'hasAccount'),
      })
    })
  }, [token])
  if (!token || problem) {
    const isIncomplete = !problem || problem.fieldErrors.token !== undefined
    return (
      <Card
        title="This invitation cannot be accepted"
        lead={
          isIncomplete ? 'The link is incomplete. Open it exactly as it was sent to you.' : problem.message
        }
      >
        <p>Ask an administrator of the organization to invite you again.</p>
      </Card>
    )
  }
  if (!invitation) {
    return (
      <Card title="Invitation">
        <Skeleton height={200} />
      </Card>
    )
  }
  const { email, organization, hasAccount } = invitation
  return (
    <Card title={`Join ${organization}`} lead={`You were invited as ${email}.`}>
      <AuthForm
        action="Join"
        fields={(errors) => (
          <>
            {!hasAccount && (
              <Field label="Your name" name="name" autoComplete="name" autoFocus errors={errors.name} />
            )}
            <Field
              label={hasAccount ? 'Your password' : 'New password'}
              hint={hasAccount ? 'The password of your existing account.' : 'At least 8 characters.'}
              name="password"
              type="password"
              autoComplete={hasAccount ? 'current-password' : 'new-password'}
              required
              errors={errors.password}
            />
          </>
        )}
        send={async (typed) => {
          const password = typed.get('password')
          const name = String(typed.get('name') ?? '').trim()
          const accepted = await askAuth('accept-invitation', { token, password, ...(name && { name }) })
          if (accepted.problem) return accepted
          const joined = `/?${new URLSearchParams({ organization: textIn(accepted.data, 'organizationId') ?? '' })}`
          const signedIn = await askAuth('sign-in/email', { email, password })
          forgetPlace()
          // The invitation is used up at this point. If signing in fails, for example after too many attempts, the
          // sign-in page takes over.
          location.replace(signedIn.problem ? `/sign-in?${new URLSearchParams({ to: joined })}` : joined)
          return accepted
        }}
      />
    </Card>
  )
}
