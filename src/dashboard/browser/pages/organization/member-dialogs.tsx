import { useMutation } from 'urql'
import { ChoiceField } from '../../components/choice-field.tsx'
import { Field } from '../../components/field.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { graphql } from '../../graphql/graphql.ts'
import { problemOf } from '../../graphql/problem.ts'
import { useViewer } from '../../layout/viewer.ts'
import styles from './dialogs.module.css'
import { type MemberRow, ROLE_CHOICES, ROLE_WORDS, roleOf, wholeLink } from './member-list.ts'

const INVITE = graphql(`
  mutation InviteMember($input: InviteMemberInput!) {
    inviteMember(input: $input) {
      link
      invitation {
        id
        email
      }
    }
  }
`)

/** The result of sending a link, which was either emailed or has to be passed on by the user. */
export interface SentLink {
  purpose: 'invitation' | 'password'
  email: string
  /** Null if the link was sent by email. */
  link: string | null
}

/** Invites a person by email address. */
export function InviteMember({ onSent, onClose }: { onSent: (sent: SentLink) => void; onClose: () => void }) {
  const [, invite] = useMutation(INVITE)
  return (
    <FormDialog
      title="Invite a member"
      action="Invite"
      onClose={onClose}
      send={async (typed) => {
        const email = String(typed.get('email')).trim()
        const { data, error } = await invite({ input: { email, role: roleOf(typed) } })
        if (data) {
          const { link, invitation } = data.inviteMember
          onSent({ purpose: 'invitation', email: invitation.email, link: link && wholeLink(link) })
        }
        return problemOf(error)
      }}
    >
      {(errors) => (
        <>
          <Field
            label="Email address"
            name="email"
            type="email"
            hint="They join with a link that works once and expires after 7 days."
            autoFocus
            required
            autoComplete="off"
            errors={errors.email}
          />
          <ChoiceField label="Role" name="role" choices={ROLE_CHOICES} />
        </>
      )}
    </FormDialog>
  )
}

const SET_ROLE = graphql(`
  mutation SetMemberRole($input: SetMemberRoleInput!) {
    setMemberRole(input: $input) {
      member {
        id
        role
      }
    }
  }
`)

/** Promotes a member to administrator, or demotes an administrator. */
export function ChangeRole({ member, onClose }: { member: MemberRow; onClose: () => void }) {
  const [, setRole] = useMutation(SET_ROLE)
  const role = member.role === 'ADMIN' ? 'MEMBER' : 'ADMIN'
  return (
    <FormDialog
      title={`Make ${member.name} ${role === 'ADMIN' ? 'an administrator' : 'a member'}?`}
      action={`Make ${ROLE_WORDS[role].toLowerCase()}`}
      onClose={onClose}
      send={async () => problemOf((await setRole({ input: { memberId: member.databaseId, role } })).error)}
    >
      <p className={styles.text}>
        {role === 'ADMIN'
          ? 'They can then invite and remove people, create and revoke API keys, and create and delete projects.'
          : 'They keep access to all projects, but can no longer manage people, API keys, projects and the webhook secret.'}
      </p>
    </FormDialog>
  )
}

const REMOVE = graphql(`
  mutation RemoveMember($input: RemoveMemberInput!) {
    removeMember(input: $input) {
      removedMemberId
    }
  }
`)

/** Removes a member, or lets the user leave the organization. */
export function RemoveMember({ member, onClose }: { member: MemberRow; onClose: () => void }) {
  const { member: self } = useViewer()
  const [, remove] = useMutation(REMOVE)
  const isSelf = self?.id === member.id
  return (
    <FormDialog
      title={isSelf ? 'Leave this organization?' : `Remove ${member.name}?`}
      action={isSelf ? 'Leave' : 'Remove'}
      kind="danger"
      onClose={onClose}
      send={async () => {
        const { error } = await remove({ input: { memberId: member.databaseId } })
        if (!error && isSelf) location.assign('/')
        return problemOf(error)
      }}
    >
      <p className={styles.text}>
        {isSelf ? 'You lose' : `${member.email} loses`} access within seconds, on every device. Everything
        created so far is kept, and API keys stay valid until they are revoked. An administrator can send a
        new invitation.
      </p>
    </FormDialog>
  )
}

const SEND_RESET = graphql(`
  mutation SendPasswordReset($input: SendPasswordResetInput!) {
    sendPasswordReset(input: $input) {
      link
    }
  }
`)

/** Creates a password reset link for a member. */
export function SendReset({
  member,
  onSent,
  onClose,
}: {
  member: MemberRow
  onSent: (sent: SentLink) => void
  onClose: () => void
}) {
  const [, send] = useMutation(SEND_RESET)
  return (
    <FormDialog
      title={`Reset the password of ${member.name}?`}
      action="Create link"
      onClose={onClose}
      send={async () => {
        const { data, error } = await send({ input: { memberId: member.databaseId } })
        if (data) {
          const { link } = data.sendPasswordReset
          onSent({ purpose: 'password', email: member.email, link: link && wholeLink(link) })
        }
        return problemOf(error)
      }}
    >
      <p className={styles.text}>
        They set a new password with a link that works once and expires after 24 hours. This ends all their
        sessions. The current password works until then. The link is sent by email, or shown to you if this
        installation does not send email.
      </p>
    </FormDialog>
  )
}
