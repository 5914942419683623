import { ThemeChoice } from '../../frame/theme-choice.tsx'
import { useViewer } from '../../frame/viewer.ts'
import { PageHeader, Section } from '../../parts/page-header.tsx'
import accountStyles from './account.module.css'
import { ChangePassword } from './change-password.tsx'
import figureStyles from './figures.module.css'
import { ROLE_WORDS } from './member-list.ts'
import styles from './organization.module.css'
import { Sessions } from './sessions.tsx'

/** The visitor's own account: who they are, their password and where they are signed in. */
export function Account() {
  const { member, organization } = useViewer()
  return (
    <>
      <PageHeader title="Account" />
      <dl className={figureStyles.figures}>
        <div>
          <dt>Name</dt>
          <dd className={styles.wrap}>{member?.name}</dd>
        </div>
        <div>
          <dt>E-mail address</dt>
          <dd className={styles.wrap}>{member?.email}</dd>
        </div>
        <div>
          <dt>In {organization.name}</dt>
          <dd>{member && ROLE_WORDS[member.role]}</dd>
        </div>
      </dl>
      <Section title="Password" note="Changing it signs you out everywhere else.">
        <ChangePassword />
      </Section>
      <Sessions />
      <Section title="Appearance" note="For this browser only.">
        <span className={accountStyles.theme}>
          <ThemeChoice />
        </span>
      </Section>
    </>
  )
}
