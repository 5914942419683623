import { Facts } from '../../components/facts.tsx'
import { PageHeader, Section } from '../../components/page-header.tsx'
import { ThemeChoice } from '../../layout/theme-choice.tsx'
import { useViewer } from '../../layout/viewer.ts'
import accountStyles from './account.module.css'
import { AlertEmails } from './alert-emails.tsx'
import { ChangePassword } from './change-password.tsx'
import { ROLE_WORDS } from './member-list.ts'
import { Sessions } from './sessions.tsx'
import { TwoFactor } from './two-factor.tsx'

/** The user's account: profile, password, second factor and sessions. */
export function Account() {
  const { member, organization } = useViewer()
  return (
    <>
      <PageHeader title="Account" />
      <Facts
        facts={{
          Name: member?.name,
          'Email address': member?.email,
          [`Role in ${organization.name}`]: member && ROLE_WORDS[member.role],
        }}
      />
      <Section title="Password" note="Changing it signs you out everywhere else.">
        <ChangePassword />
      </Section>
      <TwoFactor />
      <AlertEmails />
      <Sessions />
      <Section title="Appearance" note="For this browser only.">
        <span className={accountStyles.theme}>
          <ThemeChoice />
        </span>
      </Section>
    </>
  )
}
