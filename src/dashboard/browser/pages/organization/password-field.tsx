import { Field } from '../../components/field.tsx'
import { useViewer } from '../../layout/viewer.ts'

/** The password of the signed-in user, which confirms that it is them. */
export function PasswordField({ errors }: { errors: readonly string[] | undefined }) {
  const { member } = useViewer()
  return (
    <>
      <input type="email" name="email" autoComplete="username" defaultValue={member?.email} hidden readOnly />
      <Field
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        autoFocus
        required
        errors={errors}
      />
    </>
  )
}
