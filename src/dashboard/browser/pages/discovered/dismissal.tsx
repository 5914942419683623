import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useMutation } from 'urql'
import { useProject } from '../../frame/project-frame.tsx'
import { Button } from '../../parts/button.tsx'
import { ActionError } from '../../parts/states.tsx'
import styles from './discovered.module.css'
import { DISMISS } from './documents.ts'

/** Dismisses brands and lists them again. `notice` says what was done last, and undoes it. */
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
      <section className={styles.reading} aria-label="Brands left out">
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
  // The row with the button that was pressed is gone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of these is another notice
  useEffect(() => button.current?.querySelector('button')?.focus(), [name, dismissed])
  return (
    <p role="status">
      {dismissed ? `${name} is left out, in later runs too. ` : `${name} is listed again. `}
      <span ref={button}>
        <Button busy={busy} onClick={undo}>
          Undo
        </Button>
      </span>
    </p>
  )
}
