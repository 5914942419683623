import { useMutation } from 'urql'
import { Button } from '../../components/button.tsx'
import { ActionError } from '../../components/states.tsx'
import { day } from '../../formatting/format.ts'
import { useMay } from '../../layout/viewer.ts'
import { type Alert, MUTE } from './documents.ts'

const WEEK = 7 * 24 * 3_600_000

/** Buttons that mute or snooze alerts about the same thing, or raise them again. */
export function MuteActions({
  alert: { kind, subject },
  projectId,
  mutes,
}: {
  alert: Alert
  projectId: string
  mutes: readonly { kind: Alert['kind']; subject: string; until: string | null }[]
}) {
  const mayMute = useMay('SETTINGS_WRITE')
  const [{ fetching, error }, mute] = useMutation(MUTE)
  const current = mutes.find((other) => other.kind === kind && other.subject === subject)
  const send = (change: { muted: boolean; until?: string }) =>
    mute({ input: { projectId, kind, subject, ...change } })
  return (
    <>
      {current ? (
        <>
          <span>{current.until ? `Snoozed until ${day(current.until)}.` : 'Muted.'}</span>
          <Button busy={fetching} disabled={!mayMute} onClick={() => send({ muted: false })}>
            Raise these alerts again
          </Button>
        </>
      ) : (
        <>
          <Button
            busy={fetching}
            disabled={!mayMute}
            onClick={() => send({ muted: true, until: new Date(Date.now() + 4 * WEEK).toISOString() })}
          >
            Snooze for 4 weeks
          </Button>
          <Button busy={fetching} disabled={!mayMute} onClick={() => send({ muted: true })}>
            Mute
          </Button>
        </>
      )}
      <ActionError error={error} />
    </>
  )
}
