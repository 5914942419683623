import { count, country } from '../../../figures/format.ts'
import type { Column } from '../../../parts/column.ts'
import { Table } from '../../../parts/table.tsx'
import styles from './add.module.css'
import type { PastedPrompt } from './read-pasted.ts'

/** Rows that are shown: first those with problems, so that none is overlooked. */
const SHOWN = 100

/** What was understood of the text, line by line. */
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
      title: 'Asked',
      value: ({ locations, providers }) =>
        [providers?.join(', '), locations?.map(country).join(', ')].filter(Boolean).join(' · ') || 'as usual',
    },
    {
      id: 'state',
      title: 'State',
      value: (prompt) => problemsOf(prompt).join(' '),
      cell: (prompt) => <State prompt={prompt} problems={problemsOf(prompt)} />,
    },
  ]
  return (
    <div className={styles.preview}>
      <Table
        caption="What will be added"
        columns={columns}
        rows={sorted.slice(0, SHOWN)}
        rowKey={({ line }) => String(line)}
      />
      {sorted.length > SHOWN && (
        <p className={styles.more}>And {count(sorted.length - SHOWN, 'further line')}.</p>
      )}
    </div>
  )
}

function textOf({ text }: PastedPrompt) {
  return <span className={styles.text}>{text}</span>
}

function State({ prompt, problems }: { prompt: PastedPrompt; problems: readonly string[] }) {
  if (problems.length > 0) return <span className={styles.wrong}>{problems.join(' ')}</span>
  if (prompt.skipped === 'exists')
    return <span className={styles.soft}>already in the project, left out</span>
  if (prompt.skipped === 'repeated')
    return <span className={styles.soft}>same as a line above, left out</span>
  return prompt.active === false ? 'new, inactive' : 'new'
}
