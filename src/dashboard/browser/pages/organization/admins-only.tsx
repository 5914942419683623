import styles from './organization.module.css'

/** Explains why the actions on a page are disabled. */
export function AdminsOnly({ what }: { what: string }) {
  return (
    <p className={styles.reason} id={ADMINS_ONLY}>
      You have the Member role. Only administrators of the organization can {what}.
    </p>
  )
}

const ADMINS_ONLY = 'admins-only'

/** Returns the attributes that disable an action and refer to the explanation, unless the member has the permission. */
export function adminsOnly(may: boolean) {
  return may ? {} : { disabled: true, 'aria-describedby': ADMINS_ONLY }
}
