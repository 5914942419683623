import { RateCell, rateValues } from '../../charts/rate.tsx'
import type { Column } from '../../components/column.ts'
import { ExportMenu } from '../../components/export-menu.tsx'
import { Section } from '../../components/page-header.tsx'
import { Message } from '../../components/states.tsx'
import { Table } from '../../components/table.tsx'
import { AnswersLink } from '../../layout/answers-link.tsx'
import { useProject } from '../../layout/project-frame.tsx'
import { Card } from './card.tsx'
import type { Parts } from './documents/parts.ts'
import { answersOf, type Shown } from './view.ts'

type Source = NonNullable<Parts['sources']>['nodes'][number]

/** The sites cited most in the run's answers. */
export function ReliedOn({ view }: { view: Shown }) {
  const { analysisBrandName } = useProject()
  const { parts, run, search } = view
  if (!parts) return null
  const sources = parts.sources?.nodes ?? []
  const domainOf = ({ domain }: Source) => (
    <AnswersLink search={{ ...answersOf(view, run.databaseId), tag: undefined, domain }}>
      {domain}
    </AnswersLink>
  )
  const columns: Column<Source>[] = [
    {
      id: 'domain',
      title: 'Domain',
      value: ({ domain }) => domain,
      cell: domainOf,
    },
    { id: 'owner', title: 'Owner', value: (source) => ownerOf(source, analysisBrandName) },
    {
      id: 'cited',
      title: 'Cited in',
      numeric: true,
      value: ({ citationRate }) => rateValues(citationRate),
      cell: ({ citationRate }) => <RateCell rate={citationRate} />,
    },
  ]
  return (
    <Section
      title="Most cited sources"
      note={`Share of answers that cite a page of the site.${search.tag ? ' Not filtered by tag.' : ''}`}
      actions={
        sources.length > 0 && (
          <ExportMenu name="sources" columns={columns} rows={sources} simulated={run.simulated} />
        )
      }
    >
      {sources.length > 0 ? (
        <Table
          caption="Most cited sites"
          columns={columns}
          rows={sources}
          rowKey={({ domain }) => domain}
          cards={(source) => (
            <Card
              main={domainOf(source)}
              figure={<RateCell rate={source.citationRate} />}
              notes={[ownerOf(source, analysisBrandName)]}
            />
          )}
        />
      ) : (
        <Message title="No sources cited" />
      )}
    </Section>
  )
}

/** Returns the owner of a site, or its kind. */
function ownerOf({ category, competitor }: Source, brand: string): string {
  switch (category) {
    case 'OWN':
      return brand
    case 'COMPETITOR':
      return competitor?.name ?? 'a competitor'
    case 'EDITORIAL':
      return 'editorial'
    case 'REFERENCE':
      return 'reference'
    case 'REVIEW':
      return 'reviews'
    case 'SOCIAL':
      return 'social'
    case 'OTHER':
      return 'other'
  }
}
