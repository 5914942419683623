import styles from './organization.module.css'

/** Says on a page why its actions are disabled. */
export function AdminsOnly({ what }: { what: string }) {
  return (
    <p className={styles.reason} id={ADMINS_ONLY}>
      You see this page as a member. Only administrators of the organization can {what}.
    </p>
  )
}

/** The id of the reason, for `aria-describedby` of the actions that it is about. */
export const ADMINS_ONLY = 'admins-only'
