import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useMutation } from 'urql'
import { count } from '../../figures/format.ts'
import { forgetPlace, lastPlace } from '../../frame/last-place.ts'
import { useViewer } from '../../frame/viewer.ts'
import { graphql } from '../../graphql/graphql.ts'
import { problemOf } from '../../graphql/problem.ts'
import { Field } from '../../parts/field.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import dialogStyles from './dialogs.module.css'
import styles from './organization.module.css'
import type { ProjectRow } from './project-list.ts'

const CREATE = graphql(`
  mutation CreateProject($input: CreateProjectInput!) {
    createProject(input: $input) {
      project {
        id
        databaseId
      }
    }
  }
`)

/** Creates a project and opens its settings, where the proposals of its setup arrive. */
export function NewProject({ onClose }: { onClose: () => void }) {
  const { organization } = useViewer()
  const navigate = useNavigate()
  const [, create] = useMutation(CREATE)
  const { projects: limit } = organization.limits
  return (
    <FormDialog
      title="New project"
      action="Create the project"
      onClose={onClose}
      send={async (typed) => {
        const name = String(typed.get('name')).trim()
        const url = addressOf(String(typed.get('url')))
        const { data, error } = await create({ input: { name, ...(url && { url }) } })
        const made = data?.createProject.project.databaseId
        if (made) {
          await navigate({
            to: '/organizations/$organizationId/projects/$projectId/settings',
            params: { organizationId: organization.databaseId, projectId: made },
            search: { part: 'proposals' },
          })
        }
        return problemOf(error)
      }}
    >
      {(errors) => (
        <>
          <p className={styles.muted}>
            {count(organization.projects?.totalCount ?? 0, 'project')} of {limit} in your plan so far.
          </p>
          <Field
            label="Brand"
            name="name"
            hint="The name that answers are searched for, and the label of the project; both can be changed later."
            autoFocus
            required
            autoComplete="off"
            errors={errors.name}
          />
          <Field
            label="Website"
            name="url"
            type="url"
            inputMode="url"
            placeholder="https://example.com"
            hint="Its first page is read to propose competitors and prompts. You decide what is taken."
            autoComplete="off"
            errors={errors.url}
          />
        </>
      )}
    </FormDialog>
  )
}

/** An address as it is typed, with https where no scheme is. */
function addressOf(typed: string): string {
  const given = typed.trim()
  return given === '' || /^[a-z][a-z0-9+.-]*:/i.test(given) ? given : `https://${given}`
}

const RENAME = graphql(`
  mutation RenameProject($input: UpdateProjectInput!) {
    updateProject(input: $input) {
      project {
        id
        name
        displayName
      }
    }
  }
`)

/** Changes the label of a project. */
export function RenameProject({ project, onClose }: { project: ProjectRow; onClose: () => void }) {
  const [, rename] = useMutation(RENAME)
  return (
    <FormDialog
      title="Rename the project"
      action="Rename"
      onClose={onClose}
      send={async (typed) => {
        const displayName = String(typed.get('name')).trim()
        const { error } = await rename({ input: { projectId: project.databaseId, displayName } })
        return problemOf(error)
      }}
    >
      {(errors) => (
        <Field
          label="Name"
          name="name"
          defaultValue={project.displayName}
          hint={`Only the label changes: answers are still searched for ${project.analysisBrandName}.`}
          autoFocus
          required
          autoComplete="off"
          errors={errors.displayName ?? errors.name}
        />
      )}
    </FormDialog>
  )
}

const DELETE = graphql(`
  mutation DeleteProject($input: DeleteProjectInput!) {
    deleteProject(input: $input) {
      deletedProjectId
    }
  }
`)

/** Deletes a project once its name is typed; says what is lost with it. */
export function DeleteProject({ project, onClose }: { project: ProjectRow; onClose: () => void }) {
  const { organization } = useViewer()
  const [, remove] = useMutation(DELETE)
  const [typed, setTyped] = useState('')
  const { displayName, databaseId, prompts, runs, asyncAnalyses } = project
  return (
    <FormDialog
      title={`Delete ${displayName}?`}
      action="Delete for ever"
      kind="danger"
      ready={typed.trim() === displayName.trim()}
      onClose={onClose}
      send={async () => {
        const { error } = await remove({ input: { projectId: databaseId } })
        if (!error && lastPlace(organization.databaseId)?.projectId === databaseId)
          forgetPlace(organization.databaseId)
        return problemOf(error)
      }}
    >
      <div className={dialogStyles.text}>
        <p>This cannot be undone. With the project you lose:</p>
        <ul className={dialogStyles.list}>
          <li>{count(prompts?.totalCount ?? 0, 'prompt')}, its tags, competitors and schedule</li>
          <li>{count(runs?.totalCount ?? 0, 'run')} with all answers and figures</li>
          <li>{count(asyncAnalyses?.totalCount ?? 0, 'one-off analysis', 'one-off analyses')}</li>
          <li>its API keys: programs that use them are refused at once</li>
        </ul>
        <p>Credits that were used stay used; the ledger keeps its entries.</p>
      </div>
      <Field
        label={`Type “${displayName}” to confirm`}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        autoFocus
        autoComplete="off"
        spellCheck={false}
      />
    </FormDialog>
  )
}
