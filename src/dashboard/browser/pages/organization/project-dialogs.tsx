import { useState } from 'react'
import { useMutation } from 'urql'
import { Field } from '../../components/field.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { count } from '../../formatting/format.ts'
import { graphql } from '../../graphql/graphql.ts'
import { problemOf } from '../../graphql/problem.ts'
import { forgetPlace, lastPlace } from '../../layout/last-place.ts'
import { useViewer } from '../../layout/viewer.ts'
import dialogStyles from './dialogs.module.css'
import type { ProjectRow } from './project-list.ts'

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

/** Renames a project. */
export function RenameProject({ project, onClose }: { project: ProjectRow; onClose: () => void }) {
  const [, rename] = useMutation(RENAME)
  return (
    <FormDialog
      title="Rename project"
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
          hint={`This only changes the project’s name. Answers are still searched for ${project.analysisBrandName}.`}
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

/** Deletes a project after its name was typed as confirmation, and lists what will be lost. */
export function DeleteProject({ project, onClose }: { project: ProjectRow; onClose: () => void }) {
  const { organization } = useViewer()
  const [, remove] = useMutation(DELETE)
  const [typed, setTyped] = useState('')
  const { displayName, databaseId, prompts, runs, asyncAnalyses } = project
  return (
    <FormDialog
      title={`Delete ${displayName}?`}
      action="Delete permanently"
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
        <p>This cannot be undone. You will lose:</p>
        <ul className={dialogStyles.list}>
          <li>{count(prompts?.totalCount ?? 0, 'prompt')}, its tags, competitors and schedule</li>
          <li>{count(runs?.totalCount ?? 0, 'run')} with all answers and metrics</li>
          <li>{count(asyncAnalyses?.totalCount ?? 0, 'one-off analysis', 'one-off analyses')}</li>
          <li>its API keys, which stop working immediately</li>
        </ul>
        <p>Used credits are not refunded. The credit history is kept.</p>
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
