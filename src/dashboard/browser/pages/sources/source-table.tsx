import { useMemo } from 'react'
import { type SourceRun, sourceList } from './documents.ts'
import { rowsOf, usePagesOf } from './rows.ts'
import type { ChangeSources, SourcesSearch } from './search.ts'
import { siteColumns } from './site-columns.tsx'
import { SourceList } from './source-list.tsx'

/** The sites of a run, of which one may be open with its pages. */
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
  const paged = useMemo(() => sourceList(run.id, search), [run.id, search])
  const pages = usePagesOf(run.id, search)
  return (
    <SourceList
      run={run}
      search={search}
      change={change}
      paged={paged}
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
