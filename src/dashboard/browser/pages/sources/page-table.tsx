import { useMemo } from 'react'
import type { SourceRun } from './documents.ts'
import { pageColumns } from './page-columns.tsx'
import { pageList } from './page-documents.ts'
import type { ChangeSources, SourcesSearch } from './search.ts'
import { SourceList } from './source-list.tsx'

/** The pages of sites of a run. */
export function PageTable({
  run,
  search,
  change,
}: {
  run: SourceRun
  search: SourcesSearch
  change: ChangeSources
}) {
  const paged = useMemo(() => pageList(run.id, search), [run.id, search])
  return (
    <SourceList
      run={run}
      search={search}
      change={change}
      paged={paged}
      what="page"
      columns={pageColumns}
      rows={(nodes) => [...nodes]}
      exported={(nodes) => [...nodes]}
      narrowColumns={['url', 'citationRate']}
      exportOnly={['title']}
      lines={2}
    />
  )
}
