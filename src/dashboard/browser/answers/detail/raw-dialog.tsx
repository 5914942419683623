import { useQuery } from 'urql'
import { CopyButton } from '../../components/copy-button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Failed, Skeleton } from '../../components/states.tsx'
import { graphql } from '../../graphql/graphql.ts'
import styles from './raw-dialog.module.css'

const RAW = graphql(`
  query RawAnswer($id: ID!) {
    result(id: $id) {
      id
      raw
    }
  }
`)

/** Shows the unmodified provider response as text. */
export function RawDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const [{ data, error }, retry] = useQuery({ query: RAW, variables: { id } })
  const raw = data?.result?.raw
  const text = raw ? readable(raw) : ''
  return (
    <Dialog
      title="Raw provider response"
      onClose={onClose}
      wide
      footer={raw ? <CopyButton text={text} /> : undefined}
    >
      {error && !data ? (
        <Failed error={error} retry={retry} />
      ) : raw === undefined ? (
        <Skeleton height={320} />
      ) : raw === null ? (
        <p>There is no stored response. The question was not sent, or the provider returned nothing.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
        <pre className={styles.raw} tabIndex={0}>
          {text}
        </pre>
      )}
    </Dialog>
  )
}

/** Formats JSON with indentation. The `body` property is a string; if it contains JSON, it is formatted too. */
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
