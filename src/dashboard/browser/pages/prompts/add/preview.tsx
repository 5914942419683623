import type { Column } from '../../../components/column.ts'
import { Table } from '../../../components/table.tsx'
import { count } from '../../../formatting/format.ts'
import { locationName } from '../../../formatting/location.ts'
import styles from './add.module.css'
import type { PastedPrompt } from './read-pasted.ts'

/** Maximum number of rows. Prompts with problems come first, so they are always visible. */
const MAX_ROWS = 100

/** A preview of the parsed prompts. */
export function Preview({
  prompts,
  problemsOf,
}: {
  prompts: readonly PastedPrompt[]
  problemsOf: (prompt: PastedPrompt) => readonly string[]
}) {
  const rank = (prompt: PastedPrompt) => (problemsOf(prompt).length > 0 ? 0 : prompt.skipped ? 1 : 2)
  const sorted = prompts.toSorted((a, b) => rank(a) - rank(b) || a.line - b.line)
  const columns: Column<PastedPrompt>[] = [
    { id: 'line', title: 'Line', value: ({ line }) => line, numeric: true },
    { id: 'text', title: 'Prompt', value: ({ text }) => text, cell: textOf },
    { id: 'tags', title: 'Tags', value: ({ tags }) => tags.join(', ') },
    {
      id: 'asked',
      title: 'Sent to',
      value: ({ locations, providers }) =>
        [providers?.join(', '), locations?.map(locationName).join(', ')].filter(Boolean).join(' · ') ||
        'default',
    },
    {
      id: 'state',
      title: 'Status',
      value: (prompt) => problemsOf(prompt).join(' '),
      cell: (prompt) => <State prompt={prompt} problems={problemsOf(prompt)} />,
    },
  ]
  return (
    <div className={styles.preview}>
      <Table
        caption="Prompts to add"
        columns={columns}
        rows={sorted.slice(0, MAX_ROWS)}
        rowKey={({ line }) => String(line)}
      />
      {sorted.length > MAX_ROWS && (
        <p className={styles.more}>And {count(sorted.length - MAX_ROWS, 'more line')}.</p>
      )}
    </div>
  )
}

function textOf({ text }: PastedPrompt) {
  return <span className={styles.text}>{text}</span>
}

function State({ prompt, problems }: { prompt: PastedPrompt; problems: readonly string[] }) {
  if (problems.length > 0) return <span className={styles.wrong}>{problems.join(' ')}</span>
  if (prompt.skipped === 'exists') return <span className={styles.soft}>already in the project, skipped</span>
  if (prompt.skipped === 'repeated')
    return <span className={styles.soft}>duplicate of a line above, skipped</span>
  return prompt.active === false ? 'new, inactive' : 'new'
}
