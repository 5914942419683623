import { ChoiceField } from '../../components/choice-field.tsx'
import { KEY_PRESETS, type KeyPreset } from './key-list.ts'

/** What a key may access, and what it may do there. */
export interface Access {
  /** Empty for the organization. */
  projectId: string
  preset: KeyPreset
}

/** Fields that choose the access of a key. Only a key of the organization can be an administrator. */
export function KeyAccess({
  projects,
  presets,
  access: { projectId, preset },
  onChange,
}: {
  projects: readonly { databaseId: string; displayName: string }[]
  presets: readonly KeyPreset[]
  access: Access
  onChange: (access: Access) => void
}) {
  return (
    <>
      <ChoiceField
        label="Access to"
        value={projectId}
        onChange={({ target }) =>
          onChange({
            projectId: target.value,
            preset: target.value && preset === 'ADMIN' ? 'FULL' : preset,
          })
        }
        choices={[
          ...projects.map(({ databaseId, displayName }) => ({
            value: databaseId,
            label: `Project ${displayName}`,
          })),
          { value: '', label: 'The organization' },
        ]}
        hint={
          projectId
            ? 'Everything in this project: prompts, settings, runs, results and one-off analyses.'
            : 'One-off analyses of any brand, search volumes and credits. No project data.'
        }
      />
      <ChoiceField
        label="May"
        value={preset}
        onChange={({ target }) => onChange({ projectId, preset: target.value as KeyPreset })}
        choices={presets.map((name) => ({ value: name, label: KEY_PRESETS[name].label }))}
        hint={KEY_PRESETS[preset].hint}
      />
    </>
  )
}
