import { entityColour } from '../../figures/entity-colour.ts'
import { number } from '../../figures/format.ts'
import { MetricHelp } from '../../figures/help.tsx'
import { RateCell, rateValues } from '../../figures/rate.tsx'
import { RateBand } from '../../figures/rate-band.tsx'
import { AnswersLink, type AnswersSearch } from '../../frame/answers-link.tsx'
import type { Column } from '../../parts/column.ts'
import type { Source } from './documents.ts'
import type { Row } from './rows.ts'
import type { Category } from './search.ts'
import styles from './sources.module.css'

/** What the kinds of sites are called. */
export const CATEGORY_NAMES: Readonly<Record<Category, string>> = {
  OWN: 'own',
  COMPETITOR: 'competitor',
  EDITORIAL: 'editorial',
  REVIEW: 'review',
  REFERENCE: 'reference',
  SOCIAL: 'social',
  OTHER: 'other',
}

/** Whose site it is: the brand's, that of a competitor by name, or its kind. */
export function ownerOf({ category, competitor }: Source, brand: string): string {
  if (category === 'OWN') return brand
  return category === 'COMPETITOR' && competitor ? competitor.name : CATEGORY_NAMES[category]
}

/** What the table is drawn with. */
export interface Drawn {
  brand: string
  /** Ids of the competitors in the order in which they have their colours. */
  competitors: readonly string[]
  /** The largest share among the rows. */
  top: number
  /** The filters of the answers that a figure opens. */
  answers: AnswersSearch
  /** The domain that is open. */
  open: string | undefined
  toggle: (domain: string) => void
}

/** The columns of the table. */
export function columnsOf({ brand, competitors, top, answers, open, toggle }: Drawn): Column<Row>[] {
  const colourOf = ({ category, competitorId }: Source) =>
    category === 'OWN'
      ? entityColour('brand', competitors)
      : category === 'COMPETITOR'
        ? entityColour(competitorId ?? '', competitors)
        : 'var(--text-3)'
  const behind = ({ source, page }: Row): AnswersSearch =>
    page ? { ...answers, url: page.url } : { ...answers, domain: source.domain }
  return [
    {
      id: 'domain',
      title: 'Site',
      value: ({ source }) => source.domain,
      cell: ({ source, page }) =>
        page ? (
          <PageName url={page.url} title={page.title} />
        ) : (
          <button
            type="button"
            className={styles.domain}
            aria-expanded={open === source.domain}
            onClick={() => toggle(source.domain)}
          >
            <span aria-hidden="true">{open === source.domain ? '▾' : '▸'}</span> {source.domain}
          </button>
        ),
    },
    {
      id: 'owner',
      title: 'Whose',
      value: ({ source }) => ownerOf(source, brand),
      cell: ({ source, page }) =>
        page ? null : (
          <span className={styles.owner}>
            <i style={{ background: colourOf(source) }} />
            {ownerOf(source, brand)}
          </span>
        ),
      width: '130px',
    },
    {
      id: 'band',
      title: 'Share of answers',
      header: <span className="visually-hidden">Share of answers, drawn</span>,
      value: () => null,
      cell: ({ source, page }) => (
        <RateBand rate={(page ?? source).citationRate} top={top} colour={colourOf(source)} />
      ),
      width: '148px',
    },
    {
      id: 'citationRate',
      title: 'Cited',
      help: <MetricHelp metric="citationRate" title="Citation rate" />,
      numeric: true,
      value: ({ source }) => rateValues(source.citationRate),
      cell: (row) => (
        <AnswersLink search={behind(row)} className={styles.figure}>
          <RateCell rate={(row.page ?? row.source).citationRate} />
        </AnswersLink>
      ),
      width: '128px',
    },
    {
      id: 'retrievedRate',
      title: 'Only listed',
      help: <MetricHelp metric="retrievedRate" title="Retrieved rate" />,
      numeric: true,
      value: ({ source }) => rateValues(source.retrievedRate),
      cell: ({ source, page }) => (page ? null : <RateCell rate={source.retrievedRate} />),
      width: '128px',
    },
    {
      id: 'cited',
      title: 'Citations',
      numeric: true,
      value: ({ source }) => source.cited,
      cell: ({ source, page }) => number((page ?? source).cited),
      width: '84px',
    },
    {
      id: 'retrieved',
      title: 'Listings',
      numeric: true,
      value: ({ source }) => source.retrieved,
      cell: ({ source, page }) => number((page ?? source).retrieved),
      width: '84px',
    },
  ]
}

/** The title of a page, as a link if its address is one of the web. */
function PageName({ url, title }: { url: string; title: string | null }) {
  const shown = (
    <>
      {title || withoutScheme(url)}
      {title && <small>{withoutScheme(url)}</small>}
    </>
  )
  if (!/^https?:\/\//i.test(url)) return <span className={styles.page}>{shown}</span>
  return (
    <a className={styles.page} href={url} rel="noreferrer noopener" target="_blank" title={url}>
      {shown}
    </a>
  )
}

function withoutScheme(url: string): string {
  return url.replace(/^https?:\/\/(www\.)?/i, '')
}
