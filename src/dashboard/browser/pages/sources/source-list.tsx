import { type ReactNode, useMemo } from 'react'
import { type AnyVariables, useClient } from 'urql'
import type { Rate } from '../../figures/rate.tsx'
import { useProject } from '../../frame/project-frame.tsx'
import { type PagedQuery, readAll } from '../../graphql/pager.ts'
import { usePages } from '../../graphql/use-pages.ts'
import type { Column } from '../../parts/column.ts'
import { ExportMenu } from '../../parts/export-menu.tsx'
import { Failed, Message, NothingMatches, Skeleton } from '../../parts/states.tsx'
import { useNarrow } from '../../parts/use-narrow.ts'
import { VirtualTable } from '../../parts/virtual-table.tsx'
import type { SourceRun } from './documents.ts'
import { answersOf, type Drawn, topOf } from './drawn.ts'
import { leadOf, type Named } from './lead.ts'
import { type ChangeSources, isFiltered, ORDERS, type SourcesSearch, withoutFilters } from './search.ts'
import styles from './sources.module.css'

/** Of one row, in pixels, by its lines. */
const ROW = { 1: 40, 2: 56 } as const

/** A list of sites or of pages of a run, in each of its states. */
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
  /** What is listed, in the singular. */
  what: string
  columns: (drawn: Drawn) => Column<Row>[]
  rows: (nodes: readonly Node[]) => Row[]
  /** The rows of an export of all of them. */
  exported: (nodes: readonly Node[]) => Row[]
  /** The columns that a narrow screen has room for. */
  narrowColumns: readonly string[]
  /** The columns that only exports have. */
  exportOnly?: readonly string[]
  /** The lines of a row; on a narrow screen there are two. */
  lines?: 1 | 2
}): ReactNode {
  const client = useClient()
  const { analysisBrandName, competitors } = useProject()
  const narrow = useNarrow()
  const list = usePages({ ...paged, key: JSON.stringify(paged.variables(null)) })
  const ids = useMemo(() => (competitors?.nodes ?? []).map((one) => one.databaseId), [competitors])
  if (list.error && !list.ready) return <Failed error={list.error} retry={list.retry} />
  if (!list.ready) return <Skeleton height={480} label="Loading sources" />
  if (list.nodes.length === 0) {
    if (!isFiltered(search)) return <Message title="No answer of this run names a source" />
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
          load={async () => ({
            name: search.view === 'pages' ? 'source-pages' : 'sources',
            columns: columns.filter(({ id }) => id !== 'band'),
            rows: exported(await readAll(client, paged)),
            simulated: run.simulated,
          })}
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
          onOrder={(order) => change({ order: ORDERS.find((one) => one === order) })}
        />
      </div>
    </>
  )
}
