import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useMutation, useQuery } from 'urql'
import { Button } from '../../components/button.tsx'
import { LocationInput } from '../../components/location-input.tsx'
import { ActionError, Pending } from '../../components/states.tsx'
import { count } from '../../formatting/format.ts'
import type { ResultOf } from '../../graphql/graphql.ts'
import { CHANGE_PROMPTS, SAVE_PROJECT, SIZE, TRIGGER } from './documents.ts'
import { Estimate } from './estimate.tsx'
import { Slider } from './slider.tsx'
import styles from './start.module.css'

type Size = NonNullable<ResultOf<typeof SIZE>['project']>

/** Asks for the size of a run, shows its cost and precision, and starts the first run. The overview shows its progress. */
export function RunStep({ projectId }: { projectId: string }) {
  const [{ data, error }, retry] = useQuery({ query: SIZE, variables: { id: projectId } })
  if (!data?.project) return <Pending error={error} retry={retry} height={480} />
  return <SizeForm projectId={projectId} size={data.project} />
}

function SizeForm({ projectId, size }: { projectId: string; size: Size }) {
  const params = useParams({ from: '/organizations/$organizationId/projects/$projectId/start' })
  const navigate = useNavigate()
  const all = size.prompts?.nodes ?? []
  const [prompts, setPrompts] = useState(all.length)
  const [replicates, setReplicates] = useState(size.replicates)
  const [locations, setLocations] = useState<string[]>(() => [
    ...new Set(all.flatMap((prompt) => prompt.locations)),
  ])
  const [saving, saveProject] = useMutation(SAVE_PROJECT)
  const [changing, changePrompts] = useMutation(CHANGE_PROMPTS)
  const [starting, trigger] = useMutation(TRIGGER)
  const providers = size.defaultProviders.map(({ token }) => token)
  const start = async () => {
    const update = all.map(({ databaseId }, index) => ({
      promptId: databaseId,
      active: index < prompts,
      locations,
    }))
    if ((await changePrompts({ input: { projectId, update } })).error) return
    if ((await saveProject({ project: { projectId, replicates } })).error) return
    const { data } = await trigger({ projectId })
    if (data) await navigate({ to: '/organizations/$organizationId/projects/$projectId/overview', params })
  }
  return (
    <>
      <Slider
        label="Questions"
        value={prompts}
        maximum={all.length}
        hint="More questions make the measurement more precise than asking each more often."
        onChange={setPrompts}
      />
      <Slider
        label="Times each question is asked"
        value={replicates}
        maximum={10}
        hint="Answers vary. Asking again shows how much."
        onChange={setReplicates}
      />
      <LocationInput values={locations} suggestsAtOnce={false} onChange={setLocations} />
      <Estimate
        projectId={projectId}
        size={{ prompts, providers, locations: locations.length, replicates }}
      />
      <ActionError error={changing.error ?? saving.error ?? starting.error} />
      <div className={styles.buttons}>
        <Button
          kind="primary"
          busy={changing.fetching || saving.fetching || starting.fetching}
          disabled={prompts === 0 || locations.length === 0 || providers.length === 0}
          onClick={start}
        >
          Start the first run
        </Button>
        <span>
          {count(prompts, 'question')}, {size.defaultProviders.map(({ label }) => label).join(', ')}
        </span>
      </div>
    </>
  )
}
