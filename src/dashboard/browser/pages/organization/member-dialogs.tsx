import { useMutation } from 'urql'
import { useViewer } from '../../frame/viewer.ts'
import { graphql } from '../../graphql/graphql.ts'
import { problemOf } from '../../graphql/problem.ts'
import { ChoiceField } from '../../parts/choice-field.tsx'
import { Field } from '../../parts/field.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
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

/** What came of sending a link: it was mailed, or it has to be passed on. */
export interface SentLink {
  purpose: 'invitation' | 'password'
  email: string
  /** Null when it was sent by mail. */
  link: string | null
}

/** Invites a person by address and role. */
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
            label="E-mail address"
            name="email"
            type="email"
            hint="They join by a link that is valid once and for 7 days."
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

/** Makes an administrator a member, or the other way round. */
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
          ? 'They can then invite and remove people, create and revoke keys, and create and delete projects.'
          : 'They keep all projects, but can no longer manage people, keys, projects and the webhook secret.'}
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

/** Removes a member, or lets the visitor leave. */
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
        {isSelf ? 'You lose' : `${member.email} loses`} access within seconds, on every device. Nothing they
        made is deleted: keys that they created stay valid until they are revoked. An administrator can invite
        them again.
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

/** Sends a member a link for a new password. */
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
      title={`New password for ${member.name}?`}
      action="Make the link"
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
        They set it by a link that is valid once and for 24 hours; all their sessions end then. Until then the
        present password stays. The link is sent by mail, or shown to you where this installation sends none.
      </p>
    </FormDialog>
  )
}
