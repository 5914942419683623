import { rateColumn } from '../../charts/rate.tsx'
import { ChangeCell } from '../../charts/verdict.tsx'
import type { Column } from '../../components/column.ts'
import { percent } from '../../formatting/format.ts'
import { plainQuote } from '../../formatting/quote.ts'
import { AnswersLink } from '../../layout/answers-link.tsx'
import type { Theme, ThemeChange } from './documents.ts'
import { themeName } from './theme-name.ts'
import styles from './why.module.css'

/** A theme of the brand with the same theme of each competitor. */
export interface WhyRow {
  theme: Theme
  others: { name: string; theme: Theme }[]
}

/** The columns of the table of themes. */
export function whyColumns(runId: string): Column<WhyRow>[] {
  return [
    {
      id: 'theme',
      title: 'Theme',
      inCard: 'title',
      value: ({ theme }) => themeName(theme.theme),
      cell: ({ theme }) => <strong>{themeName(theme.theme)}</strong>,
    },
    rateColumn('praise', 'Praised in', ({ theme }) => theme.positiveRate),
    changeColumn('praiseChange', 'Change', ({ theme }) => theme.positiveChange),
    rateColumn('criticism', 'Criticized in', ({ theme }) => theme.negativeRate),
    changeColumn('criticismChange', 'Change', ({ theme }) => theme.negativeChange),
    {
      id: 'competitors',
      title: 'Competitors: praised, criticized',
      value: ({ others }) => others.map(comparisonText).join('; '),
      cell: ({ others }) => (
        <ul className={styles.others}>
          {others.map((other) => (
            <li key={other.name}>{comparisonText(other)}</li>
          ))}
        </ul>
      ),
    },
    {
      id: 'quotes',
      title: 'Quotes',
      value: ({ theme }) => theme.quotes.map(({ text }) => text).join(' | '),
      cell: ({ theme }) => <Quotes theme={theme} runId={runId} />,
    },
  ]
}

function comparisonText({ name, theme }: { name: string; theme: Theme }): string {
  const { positiveRate, negativeRate } = theme
  if (positiveRate.denominator === 0) return `${name}: no answers`
  return `${name}: ${percent(positiveRate.value)}, ${percent(negativeRate.value)}`
}

function changeColumn(id: string, title: string, read: (row: WhyRow) => ThemeChange): Column<WhyRow> {
  return {
    id,
    title,
    value: (row) => read(row).difference,
    cell: (row) => {
      const { adjustedVerdict: verdict, ...change } = read(row)
      return <ChangeCell change={{ ...change, verdict }} />
    },
  }
}

/** The first praise and the first criticism, each with a link to its answer. */
function Quotes({ theme: { quotes }, runId }: { theme: Theme; runId: string }) {
  const shown = (['POSITIVE', 'NEGATIVE'] as const).flatMap(
    (label) => quotes.find((quote) => quote.label === label) ?? [],
  )
  return shown.map(({ label, text, result }) => (
    <div key={label}>
      {result ? (
        <AnswersLink search={{ run: runId, answer: result.databaseId }} className={styles.example}>
          <q className={styles.quote}>{plainQuote(text)}</q>
          <small className={styles.of}>
            {label === 'POSITIVE' ? 'Praise' : 'Criticism'} by {result.provider.label}
          </small>
        </AnswersLink>
      ) : (
        <q className={styles.quote}>{plainQuote(text)}</q>
      )}
    </div>
  ))
}
