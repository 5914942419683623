import { useNavigate } from '@tanstack/react-router'
import { useMutation } from 'urql'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { Form } from '../../components/form.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { count } from '../../formatting/format.ts'
import { problemOf } from '../../graphql/problem.ts'
import { useMay, useViewer } from '../../layout/viewer.ts'
import { AdminsOnly } from '../organization/admins-only.tsx'
import { CREATE } from './documents.ts'
import styles from './start.module.css'
import { Steps } from './steps.tsx'

/** Creates a project for a brand. Its setup then reads the website. */
export function NewBrand() {
  const { organization } = useViewer()
  const mayCreate = useMay('ORGANIZATION_ADMIN')
  const navigate = useNavigate()
  const [, create] = useMutation(CREATE)
  const organizationId = organization.databaseId
  const existing = organization.projects?.totalCount ?? 0
  return (
    <div className={styles.page}>
      <PageHeader
        title="Measure a brand"
        lead={`Each project measures one brand. ${count(existing, 'project')} of ${organization.limits.projects} in your plan.`}
      />
      <Steps current="brand" />
      {!mayCreate && <AdminsOnly what="create projects" />}
      <Form
        send={async (typed) => {
          const name = String(typed.get('name')).trim()
          const url = addressOf(String(typed.get('url')))
          const { data, error } = await create({ input: { name, ...(url && { url }) } })
          const projectId = data?.createProject.project.databaseId
          if (projectId) {
            await navigate({
              to: '/organizations/$organizationId/projects/$projectId/start',
              params: { organizationId, projectId },
            })
          }
          return problemOf(error)
        }}
        buttons={(busy) => (
          <div className={styles.buttons}>
            <Button type="submit" kind="primary" busy={busy} disabled={!mayCreate}>
              Continue
            </Button>
          </div>
        )}
      >
        {(errors) => (
          <>
            <Field
              label="Brand"
              name="name"
              hint="The name to look for in answers. You can change it later."
              autoFocus
              required
              autoComplete="off"
              errors={errors.name}
            />
            <Field
              label="Website"
              name="url"
              inputMode="url"
              placeholder="example.com"
              hint="Optional. Its home page is used to suggest competitors and prompts."
              autoComplete="off"
              errors={errors.url}
            />
          </>
        )}
      </Form>
    </div>
  )
}

/** Completes a typed URL with https if it has no scheme. */
function addressOf(typed: string): string {
  const trimmed = typed.trim()
  return trimmed === '' || /^[a-z][a-z0-9+.-]*:/i.test(trimmed) ? trimmed : `https://${trimmed}`
}
