import { useQuery } from 'urql'
import { graphql } from '../../graphql/graphql.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Failed, Skeleton } from '../../parts/states.tsx'
import styles from './raw-dialog.module.css'

const RAW = graphql(`
  query RawAnswer($id: ID!) {
    result(id: $id) {
      id
      raw
    }
  }
`)

/** What the provider sent, unchanged, as text. */
export function RawDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const [{ data, error }, retry] = useQuery({ query: RAW, variables: { id } })
  const raw = data?.result?.raw
  const text = raw ? readable(raw) : ''
  return (
    <Dialog
      title="What the provider sent"
      onClose={onClose}
      wide
      footer={raw ? <CopyButton text={text} /> : undefined}
    >
      {error && !data ? (
        <Failed error={error} retry={() => retry({ requestPolicy: 'network-only' })} />
      ) : raw === undefined ? (
        <Skeleton height={320} />
      ) : raw === null ? (
        <p>Nothing was kept: no provider was asked, or it sent nothing.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
        <pre className={styles.raw} tabIndex={0}>
          {text}
        </pre>
      )}
    </Dialog>
  )
}

/** JSON over several lines; the body inside, which is a text, as JSON too where it is some. */
function readable(raw: string): string {
  try {
    return JSON.stringify(
      JSON.parse(raw, (name, value) => (name === 'body' ? parsed(value) : value)),
      null,
      2,
    )
  } catch {
    return raw
  }
}

function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
