import { MetricHelp } from '../../figures/help.tsx'
import { rateValues } from '../../figures/rate.tsx'
import { RateBand } from '../../figures/rate-band.tsx'
import type { Column } from '../../parts/column.ts'
import type { Drawn } from './drawn.ts'
import { LinkedCount, LinkedRate } from './figures.tsx'
import { colourOf, OwnerMark, ownerOf } from './owner.tsx'
import type { SourcePage } from './page-documents.ts'
import { PageName } from './page-name.tsx'
import styles from './sources.module.css'
import { SourcesLink } from './sources-link.tsx'

/** The columns of the table of pages; the titles are a column of exports only. */
export function pageColumns({ brand, competitors, top, answers, search }: Drawn): Column<SourcePage>[] {
  return [
    {
      id: 'url',
      title: 'Page',
      orders: ['NAME_ASC'],
      value: ({ url }) => url,
      cell: ({ url, title }) => <PageName url={url} title={title} lines={2} />,
    },
    { id: 'title', title: 'Title', value: ({ title }) => title },
    {
      id: 'domain',
      title: 'Site',
      value: ({ domain }) => domain,
      cell: ({ domain }) => (
        <SourcesLink search={{ ...search, domain }} className={styles.site} label={`Pages of ${domain}`}>
          {domain}
        </SourcesLink>
      ),
      width: '170px',
    },
    {
      id: 'owner',
      title: 'Whose',
      value: (page) => ownerOf(page, brand),
      cell: (page) => <OwnerMark name={ownerOf(page, brand)} colour={colourOf(page, competitors)} />,
      width: '130px',
    },
    {
      id: 'band',
      title: 'Share of answers',
      header: <span className="visually-hidden">Share of answers, drawn</span>,
      value: () => null,
      cell: (page) => <RateBand rate={page.citationRate} top={top} colour={colourOf(page, competitors)} />,
      width: '148px',
    },
    {
      id: 'citationRate',
      title: 'Cited',
      help: <MetricHelp metric="citationRate" title="Citation rate" />,
      orders: ['CITATION_RATE_DESC'],
      numeric: true,
      value: ({ citationRate }) => rateValues(citationRate),
      cell: ({ url, citationRate }) => <LinkedRate rate={citationRate} search={{ ...answers, url }} />,
      width: '128px',
    },
    {
      id: 'cited',
      title: 'Citations',
      numeric: true,
      value: ({ cited }) => cited,
      cell: ({ url, cited }) => (
        <LinkedCount
          value={cited}
          noun="citation"
          what="the answers that cite this page"
          search={{ ...answers, url }}
        />
      ),
      width: '84px',
    },
    {
      id: 'retrieved',
      title: 'Listings',
      orders: ['RETRIEVED_DESC'],
      numeric: true,
      value: ({ retrieved }) => retrieved,
      cell: ({ url, retrieved }) => (
        <LinkedCount
          value={retrieved}
          noun="listing"
          what="the answers that only list this page"
          search={{ ...answers, listedUrl: url }}
        />
      ),
      width: '96px',
    },
  ]
}
