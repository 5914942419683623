import type { Column } from '../../components/column.ts'
import { citationColumns } from './citation-columns.tsx'
import type { Drawn } from './drawn.ts'
import { colorOf, OwnerMark, ownerOf } from './owner.tsx'
import type { SourcePage } from './page-documents.ts'
import { PageName } from './page-name.tsx'
import styles from './sources.module.css'
import { SourcesLink } from './sources-link.tsx'

/** The columns of the table of pages. Titles are only a separate column in exports. */
export function pageColumns({ brand, competitors, top, answers, search }: Drawn): Column<SourcePage>[] {
  const { band, citationRate, cited, retrieved } = citationColumns<SourcePage>(
    (page) => ({
      ...page,
      color: colorOf(page, competitors),
      name: 'this page',
      citedIn: { ...answers, url: page.url },
      listedIn: { ...answers, listedUrl: page.url },
    }),
    top,
  )
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
      title: 'Owner',
      value: (page) => ownerOf(page, brand),
      cell: (page) => <OwnerMark name={ownerOf(page, brand)} color={colorOf(page, competitors)} />,
      width: '130px',
    },
    band,
    citationRate,
    cited,
    retrieved,
  ]
}
