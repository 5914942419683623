import { MetricHelp } from '../../charts/help.tsx'
import { rateValues } from '../../charts/rate.tsx'
import type { Column } from '../../components/column.ts'
import { citationColumns } from './citation-columns.tsx'
import type { Drawn } from './drawn.ts'
import { LinkedRate } from './figures.tsx'
import { colorOf, OwnerMark, ownerOf } from './owner.tsx'
import { PageName } from './page-name.tsx'
import type { Row } from './rows.ts'
import styles from './sources.module.css'
import { SourcesLink } from './sources-link.tsx'

/** The columns of the table of sites. The pages of the open site are rows below it. */
export function siteColumns(
  { brand, competitors, top, answers, search, narrow }: Drawn,
  toggle: (domain: string) => void,
): Column<Row>[] {
  const { domain: open } = search
  const ownerMark = ({ source }: Row) => (
    <OwnerMark name={ownerOf(source, brand)} color={colorOf(source, competitors)} />
  )
  const listedIn = ({ source, page }: Row) =>
    page ? { ...answers, listedUrl: page.url } : { ...answers, listedDomain: source.domain }
  const { band, citationRate, cited, retrieved } = citationColumns<Row>((row) => {
    const { source, page, all } = row
    if (all !== undefined) return null
    return {
      ...(page ?? source),
      color: colorOf(source, competitors),
      name: page ? 'this page' : source.domain,
      citedIn: page ? { ...answers, url: page.url } : { ...answers, domain: source.domain },
      listedIn: listedIn(row),
    }
  }, top)
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
      title: 'Owner',
      value: ({ source }) => ownerOf(source, brand),
      cell: (row) => (isSite(row) ? ownerMark(row) : null),
      width: '140px',
    },
    band,
    citationRate,
    {
      id: 'retrievedRate',
      title: 'Listed, not cited',
      help: <MetricHelp metric="retrievedRate" title="Retrieved rate" />,
      numeric: true,
      value: ({ source }) => rateValues(source.retrievedRate),
      cell: (row) => isSite(row) && <LinkedRate rate={row.source.retrievedRate} search={listedIn(row)} />,
      width: '128px',
    },
    cited,
    retrieved,
  ]
}

function isSite({ page, all }: Row): boolean {
  return page === undefined && all === undefined
}
