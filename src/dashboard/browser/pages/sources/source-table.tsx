import { useMemo } from 'react'
import { useClient } from 'urql'
import { count, number, percent, percentRange } from '../../figures/format.ts'
import { isTooFew } from '../../figures/rate.tsx'
import type { AnswersSearch } from '../../frame/answers-link.tsx'
import { useProject } from '../../frame/project-frame.tsx'
import { readAll } from '../../graphql/pager.ts'
import { usePages } from '../../graphql/use-pages.ts'
import { ExportMenu } from '../../parts/export-menu.tsx'
import { Failed, Message, NothingMatches, Skeleton } from '../../parts/states.tsx'
import { useNarrow } from '../../parts/use-narrow.ts'
import { VirtualTable } from '../../parts/virtual-table.tsx'
import { columnsOf } from './columns.tsx'
import { type Source, type SourceRun, sourceList } from './documents.ts'
import { rowsOf, usePagesOf } from './rows.ts'
import type { SourcesSearch } from './search.ts'
import styles from './sources.module.css'

/** Of one row, in pixels. */
const ROW = 40

/** The columns that a narrow screen has room for. */
const NARROW = ['domain', 'citationRate']

/** The sites of a run in each state of the list. */
export function SourceTable({
  run,
  search,
  change,
}: {
  run: SourceRun
  search: SourcesSearch
  change: (search: { [Name in keyof SourcesSearch]: SourcesSearch[Name] | undefined }) => void
}) {
  const client = useClient()
  const { analysisBrandName, competitors } = useProject()
  const { q, provider, location, category, domain } = search
  const paged = useMemo(
    () => sourceList(run.id, { q, provider, location, category } as SourcesSearch),
    [run.id, q, provider, location, category],
  )
  const list = usePages({ ...paged, key: JSON.stringify(paged.variables(null)) })
  const pages = usePagesOf(run.id, search)
  const narrow = useNarrow()
  if (list.error && !list.ready) return <Failed error={list.error} retry={list.retry} />
  if (!list.ready) return <Skeleton height={480} label="Loading sources" />
  if (list.nodes.length === 0) {
    if (q === undefined && provider === undefined && location === undefined && category === undefined)
      return <Message title="No answer of this run names a source" />
    const clear = { q: undefined, provider: undefined, location: undefined, category: undefined }
    return <NothingMatches what="sites" clear={() => change(clear)} />
  }
  const answers: AnswersSearch = {
    ...(search.run && { run: search.run }),
    ...(provider && { provider }),
    ...(location && { location }),
  }
  const columns = columnsOf({
    brand: analysisBrandName,
    competitors: (competitors?.nodes ?? []).map((one) => one.databaseId),
    top: topOf(list.nodes),
    answers,
    open: domain,
    toggle: (one) => change({ domain: one === domain ? undefined : one }),
  })
  const shown = narrow ? columns.filter(({ id }) => NARROW.includes(id)) : columns
  const rows = rowsOf(list.nodes, domain, pages)
  const total = (list.total ?? list.nodes.length) + rows.length - list.nodes.length
  return (
    <>
      <div className={styles.lead}>
        <p>{leadOf(list.nodes, list.total)}</p>
        <ExportMenu
          load={async () => ({
            name: 'sources',
            columns: columns.filter(({ id }) => id !== 'band'),
            rows: (await readAll(client, paged)).map((source) => ({ id: source.id, source })),
            simulated: run.simulated,
          })}
        />
      </div>
      <div className={styles.area} data-outdated={list.outdated || undefined}>
        <VirtualTable
          caption="Sites"
          columns={shown}
          rows={rows}
          rowKey={({ id }) => id}
          rowHeight={ROW}
          height="100%"
          minWidth={narrow ? 0 : 960}
          total={total}
          loadMore={list.hasMore && !list.reading ? list.more : undefined}
        />
      </div>
    </>
  )
}

/** The end of the scale: the largest upper limit that is shown. */
function topOf(sources: readonly Source[]): number {
  const shown = sources.filter(({ citationRate }) => !isTooFew(citationRate))
  return Math.min(1, Math.max(0.05, ...shown.map(({ citationRate }) => citationRate.high ?? 0)))
}

/** The site that is cited in most answers, in a sentence. */
function leadOf(sources: readonly Source[], total: number | null): string {
  const first = sources.toSorted((a, b) => b.citationRate.numerator - a.citationRate.numerator)[0]
  const sites = total === null ? '' : ` Answers name ${count(total, 'site')}.`
  if (!first || isTooFew(first.citationRate) || first.citationRate.numerator === 0) return sites.trim()
  const { value, low, high, numerator, denominator } = first.citationRate
  return `${first.domain} is cited most: in ${percent(value)} of answers (${percentRange(low, high)}), ${number(numerator)} of ${number(denominator)}.${sites}`
}
