import { type ReactNode, useMemo } from 'react'
import type { AnyVariables } from 'urql'
import type { Rate } from '../../charts/rate.tsx'
import type { Column } from '../../components/column.ts'
import { ExportMenu } from '../../components/export-menu.tsx'
import { Message, NothingMatches, Pending } from '../../components/states.tsx'
import { useNarrow } from '../../components/use-narrow.ts'
import { VirtualTable } from '../../components/virtual-table.tsx'
import type { PagedQuery } from '../../graphql/pager.ts'
import { usePages } from '../../graphql/use-pages.ts'
import { useProject } from '../../layout/project-frame.tsx'
import type { SourceRun } from './documents.ts'
import { answersOf, type Drawn, topOf } from './drawn.ts'
import { leadOf, type Named } from './lead.ts'
import { type ChangeSources, isFiltered, ORDERS, type SourcesSearch, withoutFilters } from './search.ts'
import styles from './sources.module.css'

/** Row heights in pixels, by number of lines. */
const ROW = { 1: 40, 2: 56 } as const

/** The list of sites or pages of a run, or its loading, error or empty state. */
export function SourceList<
  Data,
  Variables extends AnyVariables,
  Node extends Named & { id: string; citationRate: Rate },
  Row extends { id: string },
>({
  run,
  search,
  change,
  paged,
  what,
  columns: columnsWith,
  rows: rowsOf,
  exported,
  narrowColumns,
  exportOnly = [],
  lines = 1,
}: {
  run: SourceRun
  search: SourcesSearch
  change: ChangeSources
  paged: PagedQuery<Data, Variables, Node>
  /** The listed noun in the singular. */
  what: string
  columns: (drawn: Drawn) => Column<Row>[]
  rows: (nodes: readonly Node[]) => Row[]
  /** Returns the rows of an export. */
  exported: (nodes: readonly Node[]) => Row[]
  /** Columns shown on narrow screens. */
  narrowColumns: readonly string[]
  /** Columns that are only exported. */
  exportOnly?: readonly string[]
  /** Number of lines per row. Narrow screens always have two. */
  lines?: 1 | 2
}): ReactNode {
  const { analysisBrandName, competitors } = useProject()
  const narrow = useNarrow()
  const list = usePages(paged)
  const ids = useMemo(() => (competitors?.nodes ?? []).map(({ databaseId }) => databaseId), [competitors])
  if (!list.ready)
    return <Pending error={list.error} retry={list.retry} height={480} label="Loading sources" />
  if (list.nodes.length === 0) {
    if (!isFiltered(search)) return <Message title="No sources in this run" />
    return <NothingMatches what={`${what}s`} clear={() => change(withoutFilters(search))} />
  }
  const columns = columnsWith({
    brand: analysisBrandName,
    competitors: ids,
    top: topOf(list.nodes.map(({ citationRate }) => citationRate)),
    answers: answersOf(search),
    search,
    narrow,
  })
  const shown = columns.filter(({ id }) => (narrow ? narrowColumns.includes(id) : !exportOnly.includes(id)))
  const rows = rowsOf(list.nodes)
  const total = (list.total ?? list.nodes.length) + rows.length - list.nodes.length
  return (
    <>
      <div className={styles.lead}>
        <p>{leadOf(list, { what, order: search.order })}</p>
        <ExportMenu
          name={search.view === 'pages' ? 'source-pages' : 'sources'}
          columns={columns}
          rows={async () => exported(await list.all())}
          simulated={run.simulated}
        />
      </div>
      <div className={styles.area} data-outdated={list.outdated || undefined}>
        <VirtualTable
          caption={what === 'site' ? 'Sites' : 'Pages'}
          columns={shown}
          rows={rows}
          rowKey={({ id }) => id}
          rowHeight={ROW[narrow ? 2 : lines]}
          height="100%"
          minWidth={narrow ? 0 : 960}
          total={total}
          loadMore={list.hasMore && !list.reading ? list.more : undefined}
          order={search.order}
          onOrder={(order) => change({ order: ORDERS.find((option) => option === order) })}
        />
      </div>
    </>
  )
}
