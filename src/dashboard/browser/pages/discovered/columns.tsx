import { day, number } from '../../figures/format.ts'
import { RateCell, rateValues } from '../../figures/rate.tsx'
import { RateBand } from '../../figures/rate-band.tsx'
import { AnswersLink } from '../../frame/answers-link.tsx'
import { Button } from '../../parts/button.tsx'
import type { Column } from '../../parts/column.ts'
import styles from './discovered.module.css'
import type { Brand } from './documents.ts'

/** What the table is drawn with. */
interface Drawn {
  /** The end of the scale: the largest upper limit that is shown. */
  top: number
  /** Whether rows are cards, whose figures stand alone. */
  narrow: boolean
  /** What providers are called, by their tokens. */
  labels: ReadonlyMap<string, string>
  /** Whether they are those that were dismissed. */
  dismissed: boolean
  /** Missing where the member may not track brands. */
  actions?: { track: (brand: Brand) => void; dismiss: (name: string, dismissed: boolean) => void }
}

/** The columns of the table of brands that nobody tracks. */
export function discoveredColumns({ top, narrow, labels, dismissed, actions }: Drawn): Column<Brand>[] {
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
    ...(narrow ? [] : [band(top)]),
    {
      id: 'mentionRate',
      title: 'Named in',
      orders: ['ANSWERS_DESC'],
      numeric: true,
      value: ({ mentionRate }) => rateValues(mentionRate),
      cell: ({ mentionRate }) => <RateCell rate={mentionRate} />,
    },
    {
      id: 'recommended',
      title: 'Recommended',
      numeric: true,
      value: ({ recommended }) => recommended,
      cell: ({ recommended }) => number(recommended),
    },
    {
      id: 'bestRank',
      title: 'Best rank',
      orders: ['RANK_ASC'],
      numeric: true,
      value: ({ bestRank }) => bestRank,
      cell: ({ bestRank }) => number(bestRank),
    },
    {
      id: 'providers',
      title: 'Seen on',
      value: providersOf,
      cell: ({ providers }) => <Providers labels={providers.map((token) => labels.get(token) ?? token)} />,
    },
    {
      id: 'firstSeenAt',
      title: 'First seen',
      value: ({ firstSeenAt }) => firstSeenAt,
      cell: ({ firstSeenAt }) => <span className={styles.day}>{day(firstSeenAt)}</span>,
    },
    {
      id: 'evidence',
      title: 'Example',
      value: ({ evidence }) => evidence.text,
      cell: (brand) => <Example brand={brand} />,
    },
    ...(actions
      ? [
          {
            id: 'track',
            title: 'Track',
            header: <span className="visually-hidden">Track</span>,
            inCard: 'corner' as const,
            value: () => null,
            cell: (brand: Brand) => (
              <span className={styles.actions}>
                <Button aria-label={`Track ${brand.name}`} onClick={() => actions.track(brand)}>
                  Track
                </Button>
                <Button
                  kind="quiet"
                  aria-label={dismissed ? `List ${brand.name} again` : `Dismiss ${brand.name}: not a brand`}
                  onClick={() => actions.dismiss(brand.name, !dismissed)}
                >
                  {dismissed ? 'List again' : 'Dismiss'}
                </Button>
              </span>
            ),
          },
        ]
      : []),
  ]
}

/** Its share of answers, drawn. */
function band(top: number): Column<Brand> {
  return {
    id: 'band',
    title: 'Share of answers',
    header: <span className="visually-hidden">Share of answers, drawn</span>,
    value: () => null,
    cell: ({ mentionRate }) => <RateBand rate={mentionRate} top={top} />,
  }
}

/** Where a brand is seen: one or two by their names, more by how many they are. */
function Providers({ labels }: { labels: readonly string[] }) {
  if (labels.length <= 2) return labels.join(', ')
  return (
    <span title={labels.join(', ')}>
      {labels[0]} <span aria-hidden="true">and {labels.length - 1} more</span>
      <span className="visually-hidden">, {labels.slice(1).join(', ')}</span>
    </span>
  )
}

/** The words that show a brand, which open their answer. */
function Example({ brand: { name, evidence } }: { brand: Brand }) {
  const { text, result, run } = evidence
  const words = <q className={styles.quote}>{withoutMarks(text)}</q>
  if (!result || !run) return words
  return (
    <AnswersLink search={{ run: run.databaseId, answer: result.databaseId }} className={styles.example}>
      {words}
      <small className={styles.of}>
        <span className="visually-hidden">: {name} in the answer of </span>
        {result.provider.label} to “{result.prompt}”
      </small>
    </AnswersLink>
  )
}

/** Words of Markdown without the marks of emphasis, code and links. */
function withoutMarks(text: string): string {
  return text.replaceAll(/\*\*|__|`/g, '').replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
}
