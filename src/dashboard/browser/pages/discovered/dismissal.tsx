import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useMutation } from 'urql'
import { Button } from '../../components/button.tsx'
import { ActionError } from '../../components/states.tsx'
import { useProject } from '../../layout/project-frame.tsx'
import styles from './discovered.module.css'
import { DISMISS } from './documents.ts'

/** Dismisses and restores brands. `notice` reports the last change with an undo button. */
export function useDismissal(): { dismiss: (name: string, dismissed: boolean) => void; notice: ReactNode } {
  const { databaseId: projectId } = useProject()
  const [{ fetching, error }, send] = useMutation(DISMISS)
  const [done, setDone] = useState<{ name: string; dismissed: boolean } | null>(null)
  const dismiss = async (name: string, dismissed: boolean) => {
    const { data } = await send({ input: { projectId, name, dismissed } })
    if (data) setDone(data.dismissDiscoveredBrand)
  }
  return {
    dismiss: (name, dismissed) => void dismiss(name, dismissed),
    notice: (done || error) && (
      <section className={styles.reading} aria-label="Dismissed brands">
        {done && <Done {...done} busy={fetching} undo={() => void dismiss(done.name, !done.dismissed)} />}
        <ActionError error={error} />
      </section>
    ),
  }
}

function Done({
  name,
  dismissed,
  busy,
  undo,
}: {
  name: string
  dismissed: boolean
  busy: boolean
  undo: () => void
}) {
  const button = useRef<HTMLSpanElement>(null)
  // The row with the clicked button no longer exists.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of either value is a new notice
  useEffect(() => button.current?.querySelector('button')?.focus(), [name, dismissed])
  return (
    <p role="status">
      {dismissed ? `${name} is dismissed, also in future runs. ` : `${name} is back in the list. `}
      <span ref={button}>
        <Button busy={busy} onClick={undo}>
          Undo
        </Button>
      </span>
    </p>
  )
}
