import { MetricHelp } from '../../figures/help.tsx'
import { rateValues } from '../../figures/rate.tsx'
import { RateBand } from '../../figures/rate-band.tsx'
import type { Column } from '../../parts/column.ts'
import type { Drawn } from './drawn.ts'
import { LinkedCount, LinkedRate } from './figures.tsx'
import { colourOf, OwnerMark, ownerOf } from './owner.tsx'
import { PageName } from './page-name.tsx'
import type { Row } from './rows.ts'
import styles from './sources.module.css'
import { SourcesLink } from './sources-link.tsx'

/** The columns of the table of sites, in which the open one has its pages below it. */
export function siteColumns(
  { brand, competitors, top, answers, search, narrow }: Drawn,
  toggle: (domain: string) => void,
): Column<Row>[] {
  const { domain: open } = search
  const ownerMark = ({ source }: Row) => (
    <OwnerMark name={ownerOf(source, brand)} colour={colourOf(source, competitors)} />
  )
  const cited = ({ source, page }: Row) =>
    page ? { ...answers, url: page.url } : { ...answers, domain: source.domain }
  const listed = ({ source, page }: Row) =>
    page ? { ...answers, listedUrl: page.url } : { ...answers, listedDomain: source.domain }
  const what = ({ source, page }: Row) => (page ? 'this page' : source.domain)
  return [
    {
      id: 'domain',
      title: 'Site',
      orders: ['NAME_ASC'],
      value: ({ source }) => source.domain,
      cell: (row) => {
        const { source, page, all } = row
        if (page)
          return (
            <div className={styles.below}>
              <PageName url={page.url} title={page.title} />
            </div>
          )
        if (all !== undefined)
          return (
            <SourcesLink search={{ ...search, view: 'pages', q: undefined }} className={styles.all}>
              All {all} pages of {source.domain}
            </SourcesLink>
          )
        return (
          <>
            <button
              type="button"
              className={styles.domain}
              title={source.domain}
              aria-expanded={open === source.domain}
              onClick={() => toggle(source.domain)}
            >
              <span aria-hidden="true">{open === source.domain ? '▾' : '▸'}</span> {source.domain}
            </button>
            {narrow && ownerMark(row)}
          </>
        )
      },
    },
    {
      id: 'owner',
      title: 'Whose',
      value: ({ source }) => ownerOf(source, brand),
      cell: (row) => (isSite(row) ? ownerMark(row) : null),
      width: '140px',
    },
    {
      id: 'band',
      title: 'Share of answers',
      header: <span className="visually-hidden">Share of answers, drawn</span>,
      value: () => null,
      cell: ({ source, page, all }) =>
        all === undefined && (
          <RateBand rate={(page ?? source).citationRate} top={top} colour={colourOf(source, competitors)} />
        ),
      width: '148px',
    },
    {
      id: 'citationRate',
      title: 'Cited',
      help: <MetricHelp metric="citationRate" title="Citation rate" />,
      orders: ['CITATION_RATE_DESC'],
      numeric: true,
      value: ({ source }) => rateValues(source.citationRate),
      cell: (row) =>
        row.all === undefined && (
          <LinkedRate rate={(row.page ?? row.source).citationRate} search={cited(row)} />
        ),
      width: '128px',
    },
    {
      id: 'retrievedRate',
      title: 'Only listed',
      help: <MetricHelp metric="retrievedRate" title="Retrieved rate" />,
      numeric: true,
      value: ({ source }) => rateValues(source.retrievedRate),
      cell: (row) => isSite(row) && <LinkedRate rate={row.source.retrievedRate} search={listed(row)} />,
      width: '128px',
    },
    {
      id: 'cited',
      title: 'Citations',
      numeric: true,
      value: ({ source }) => source.cited,
      cell: (row) =>
        row.all === undefined && (
          <LinkedCount
            value={(row.page ?? row.source).cited}
            noun="citation"
            what={`the answers that cite ${what(row)}`}
            search={cited(row)}
          />
        ),
      width: '84px',
    },
    {
      id: 'retrieved',
      title: 'Listings',
      orders: ['RETRIEVED_DESC'],
      numeric: true,
      value: ({ source }) => source.retrieved,
      cell: (row) =>
        row.all === undefined && (
          <LinkedCount
            value={(row.page ?? row.source).retrieved}
            noun="listing"
            what={`the answers that only list ${what(row)}`}
            search={listed(row)}
          />
        ),
      width: '96px',
    },
  ]
}

function isSite({ page, all }: Row): boolean {
  return page === undefined && all === undefined
}
