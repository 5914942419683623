import type { SourceRun } from './documents.ts'
import { pageColumns } from './page-columns.tsx'
import { pageList } from './page-documents.ts'
import type { ChangeSources, SourcesSearch } from './search.ts'
import { SourceList } from './source-list.tsx'

/** The table of pages of a run. */
export function PageTable({
  run,
  search,
  change,
}: {
  run: SourceRun
  search: SourcesSearch
  change: ChangeSources
}) {
  return (
    <SourceList
      run={run}
      search={search}
      change={change}
      paged={pageList(run.id, search)}
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
