import { rateColumn } from '../../charts/rate.tsx'
import { bandColumn } from '../../charts/rate-band.tsx'
import { Button } from '../../components/button.tsx'
import type { Column } from '../../components/column.ts'
import { actionsColumn, numberColumn, timeColumn } from '../../components/columns.tsx'
import { day } from '../../formatting/format.ts'
import { plainQuote } from '../../formatting/quote.ts'
import { AnswersLink } from '../../layout/answers-link.tsx'
import styles from './discovered.module.css'
import type { Brand } from './documents.ts'

/** Options for rendering the table. */
interface Options {
  /** End of the scale: the largest upper limit in the table. */
  top: number
  /** Whether rows are shown as cards, which have no bands. */
  narrow: boolean
  /** Provider labels by token. */
  labels: ReadonlyMap<string, string>
  /** Whether the table lists dismissed brands. */
  dismissed: boolean
  /** Undefined if the member may not track brands. */
  actions?: { track: (brand: Brand) => void; dismiss: (name: string, dismissed: boolean) => void }
}

/** The columns of the table of discovered brands. */
export function discoveredColumns({ top, narrow, labels, dismissed, actions }: Options): Column<Brand>[] {
  const providersOf = ({ providers }: Brand) =>
    providers.map((token) => labels.get(token) ?? token).join(', ')
  return [
    {
      id: 'name',
      title: 'Brand',
      inCard: 'title',
      value: ({ name }) => name,
      cell: ({ name, spellings }) => (
        <>
          <strong className={styles.name}>{name}</strong>
          {spellings.length > 0 && <small className={styles.also}>also {spellings.join(', ')}</small>}
        </>
      ),
    },
    ...(narrow ? [] : [bandColumn<Brand>(({ mentionRate }) => ({ rate: mentionRate }), top)]),
    {
      ...rateColumn('mentionRate', 'Mentioned in', ({ mentionRate }) => mentionRate),
      orders: ['ANSWERS_DESC'],
    },
    numberColumn('recommended', 'Recommended', ({ recommended }) => recommended),
    { ...numberColumn('bestRank', 'Best rank', ({ bestRank }) => bestRank), orders: ['RANK_ASC'] },
    {
      id: 'providers',
      title: 'Seen on',
      value: providersOf,
      cell: ({ providers }) => <Providers labels={providers.map((token) => labels.get(token) ?? token)} />,
    },
    timeColumn('firstSeenAt', 'First seen', ({ firstSeenAt }) => firstSeenAt, { format: day }),
    {
      id: 'evidence',
      title: 'Example',
      value: ({ evidence }) => evidence.text,
      cell: (brand) => <Example brand={brand} />,
    },
    ...(actions
      ? [
          actionsColumn<Brand>((brand) => (
            <>
              <Button aria-label={`Track ${brand.name}`} onClick={() => actions.track(brand)}>
                Track
              </Button>
              <Button
                kind="quiet"
                aria-label={dismissed ? `Restore ${brand.name}` : `Dismiss ${brand.name}: not a brand`}
                onClick={() => actions.dismiss(brand.name, !dismissed)}
              >
                {dismissed ? 'Restore' : 'Dismiss'}
              </Button>
            </>
          )),
        ]
      : []),
  ]
}

/** Lists one or two providers by name, and counts more. */
function Providers({ labels }: { labels: readonly string[] }) {
  if (labels.length <= 2) return labels.join(', ')
  return (
    <span title={labels.join(', ')}>
      {labels[0]} <span aria-hidden="true">and {labels.length - 1} more</span>
      <span className="visually-hidden">, {labels.slice(1).join(', ')}</span>
    </span>
  )
}

/** Quotes a passage with the brand and links to its answer. */
function Example({ brand: { name, evidence } }: { brand: Brand }) {
  const { text, result, run } = evidence
  const words = <q className={styles.quote}>{plainQuote(text)}</q>
  if (!result || !run) return words
  return (
    <AnswersLink search={{ run: run.databaseId, answer: result.databaseId }} className={styles.example}>
      {words}
      <small className={styles.of}>
        <span className="visually-hidden">: {name} in the answer from </span>
        {result.provider.label} to “{result.promptText}”
      </small>
    </AnswersLink>
  )
}
