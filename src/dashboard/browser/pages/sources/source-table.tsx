import { type SourceRun, sourceList } from './documents.ts'
import { rowsOf, usePagesOf } from './rows.ts'
import type { ChangeSources, SourcesSearch } from './search.ts'
import { siteColumns } from './site-columns.tsx'
import { SourceList } from './source-list.tsx'

/** The table of sites of a run. One site can be expanded to show its pages. */
export function SourceTable({
  run,
  search,
  change,
}: {
  run: SourceRun
  search: SourcesSearch
  change: ChangeSources
}) {
  const { domain: open } = search
  const pages = usePagesOf(run.id, search)
  return (
    <SourceList
      run={run}
      search={search}
      change={change}
      paged={sourceList(run.id, search)}
      what="site"
      columns={(drawn) =>
        siteColumns(drawn, (domain) => change({ domain: domain === open ? undefined : domain }))
      }
      rows={(nodes) => rowsOf(nodes, open, pages)}
      exported={(nodes) => rowsOf(nodes, undefined, null)}
      narrowColumns={['domain', 'citationRate']}
    />
  )
}
