import { PageHeader } from '../../components/page-header.tsx'
import { Pending } from '../../components/states.tsx'
import { CredentialList } from '../../credentials/credential-list.tsx'
import { useCredentials } from '../../credentials/use-credentials.ts'
import { useMay } from '../../layout/viewer.ts'
import { AdminsOnly } from './admins-only.tsx'

/** The organization's own credentials of vendors. */
export function Credentials() {
  const mayManage = useMay('PROVIDER_CREDENTIALS_MANAGE')
  const { credentials, error, retry } = useCredentials()
  return (
    <>
      <PageHeader
        title="Provider credentials"
        lead="With your own credentials, the vendor bills you directly, and your questions have their own limits."
      />
      {!mayManage && <AdminsOnly what="change provider credentials" />}
      {credentials ? (
        <CredentialList credentials={credentials} />
      ) : (
        <Pending error={error} retry={retry} height={420} />
      )}
    </>
  )
}
