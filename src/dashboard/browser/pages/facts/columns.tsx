import { rateColumn } from '../../charts/rate.tsx'
import { Button } from '../../components/button.tsx'
import type { Column } from '../../components/column.ts'
import { actionsColumn, numberColumn } from '../../components/columns.tsx'
import { plainQuote } from '../../formatting/quote.ts'
import { AnswersLink } from '../../layout/answers-link.tsx'
import type { Fact, FactResult } from './documents.ts'
import styles from './facts.module.css'

/** Options for rendering the table. */
interface Options {
  /** Run whose answers were checked; null without one. */
  runId: string | null
  /** Undefined if the member may not change facts. */
  actions: { edit: (fact: Fact) => void; remove: (fact: Fact) => void } | undefined
}

/** The columns of the table of facts. */
export function factColumns({ runId, actions }: Options): Column<FactResult>[] {
  return [
    {
      id: 'fact',
      title: 'Fact',
      inCard: 'title',
      value: ({ fact }) => fact.text,
      cell: ({ fact, checked }) => (
        <>
          <strong className={styles.fact}>{fact.text}</strong>
          {!checked && <small className={styles.note}>not checked yet</small>}
        </>
      ),
    },
    rateColumn('contradicted', 'Contradicted', ({ contradicted }) => contradicted),
    rateColumn('supported', 'Supported', ({ supported }) => supported),
    numberColumn('unclear', 'Unclear', ({ unclear }) => unclear),
    {
      id: 'providers',
      title: 'Contradicted by',
      value: contradictedBy,
      cell: (result) => contradictedBy(result) || '–',
    },
    {
      id: 'quotes',
      title: 'Examples',
      value: ({ quotes }) => quotes[0]?.text ?? '',
      cell: (result) => <Examples result={result} runId={runId} />,
    },
    ...(actions
      ? [
          actionsColumn<FactResult>(({ fact }) => (
            <>
              <Button kind="quiet" aria-label={`Edit ${fact.text}`} onClick={() => actions.edit(fact)}>
                Edit
              </Button>
              <Button kind="quiet" aria-label={`Remove ${fact.text}`} onClick={() => actions.remove(fact)}>
                Remove
              </Button>
            </>
          )),
        ]
      : []),
  ]
}

function contradictedBy({ providers }: FactResult): string {
  return providers
    .filter(({ contradicted }) => contradicted.numerator > 0)
    .map(
      ({ provider, contradicted }) =>
        `${provider} (${contradicted.numerator} of ${contradicted.denominator})`,
    )
    .join(', ')
}

const VERDICT_LABELS = { CONTRADICTS: 'Contradicts', SUPPORTS: 'Supports', UNCLEAR: 'Unclear' } as const

/** Maximum number of quotations in a cell. */
const MAX_EXAMPLES = 3

function Examples({ result: { quotes }, runId }: { result: FactResult; runId: string | null }) {
  return (
    <ul className={styles.examples}>
      {quotes.slice(0, MAX_EXAMPLES).map(({ verdict, text, result }) => (
        <li key={`${result?.id}-${text}`}>
          <small className={styles.note}>
            {VERDICT_LABELS[verdict]}
            {result && `, ${result.provider.label}`}:
          </small>{' '}
          {result && runId ? (
            <AnswersLink search={{ run: runId, answer: result.databaseId }}>
              <q>{plainQuote(text)}</q>
            </AnswersLink>
          ) : (
            <q>{plainQuote(text)}</q>
          )}
        </li>
      ))}
    </ul>
  )
}
