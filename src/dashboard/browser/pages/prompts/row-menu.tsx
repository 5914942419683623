import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Menu, MenuItem } from '../../components/menu.tsx'
import { useProject } from '../../layout/project-frame.tsx'
import { useViewer } from '../../layout/viewer.ts'
import { EditDialog } from './edit-dialog.tsx'
import { useEditing } from './editing.ts'
import type { PromptRow } from './list/prompt-list.ts'
import styles from './prompts.module.css'

/** Actions for one prompt. */
export function RowMenu({ prompt }: { prompt: PromptRow }) {
  const { mayWrite, askToDelete } = useEditing()
  const [editing, setEditing] = useState(false)
  const navigate = useNavigate()
  const organizationId = useViewer().organization.databaseId
  const projectId = useProject().databaseId
  return (
    <span className={styles.cellMenu}>
      <Menu kind="quiet" label="⋯" name={`More: ${prompt.text}`}>
        <MenuItem
          onClick={() =>
            navigate({
              to: '/organizations/$organizationId/projects/$projectId/answers',
              params: { organizationId, projectId },
              search: { prompt: prompt.databaseId },
            })
          }
        >
          Open answers
        </MenuItem>
        {mayWrite && <MenuItem onClick={() => setEditing(true)}>Edit tags, providers, countries</MenuItem>}
        {mayWrite && <MenuItem onClick={() => askToDelete([prompt])}>Delete …</MenuItem>}
      </Menu>
      {editing && <EditDialog prompt={prompt} onClose={() => setEditing(false)} />}
    </span>
  )
}
