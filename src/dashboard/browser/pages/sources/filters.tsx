import { country, day } from '../../figures/format.ts'
import { SearchField } from '../../parts/search-field.tsx'
import { Select } from '../../parts/select.tsx'
import { CATEGORY_NAMES } from './columns.tsx'
import type { SourceRun } from './documents.ts'
import { CATEGORIES, type SourcesSearch } from './search.ts'

/** What the list shows. */
export function Filters({
  search,
  runs,
  run,
  providers,
  change,
}: {
  search: SourcesSearch
  runs: readonly SourceRun[]
  /** The run that is shown. */
  run: SourceRun | undefined
  providers: readonly { token: string; label: string }[]
  change: (search: { [Name in keyof SourcesSearch]: SourcesSearch[Name] | undefined }) => void
}) {
  const labelOf = (token: string) => providers.find((one) => one.token === token)?.label ?? token
  const valuesOf = (parts: SourceRun['providers'] | undefined) =>
    (parts ?? []).flatMap(({ value }) => value ?? [])
  return (
    <>
      <SearchField label="Search sites" value={search.q} onChange={(q) => change({ q })} />
      <Select
        label="Run"
        value={search.run}
        any={`latest${runs[0] ? `, ${day(runs[0].finishedAt)}` : ''}`}
        choices={runs.map(({ databaseId, finishedAt }) => ({ value: databaseId, label: day(finishedAt) }))}
        onChange={(value) => change({ run: value })}
      />
      <Select
        label="Provider"
        value={search.provider}
        any="all"
        choices={valuesOf(run?.providers).map((value) => ({ value, label: labelOf(value) }))}
        onChange={(provider) => change({ provider })}
      />
      <Select
        label="Country"
        value={search.location}
        any="all"
        choices={valuesOf(run?.locations).map((value) => ({ value, label: country(value) }))}
        onChange={(location) => change({ location })}
      />
      <Select
        label="Kind"
        value={search.category}
        any="any"
        choices={CATEGORIES.map((value) => ({ value, label: CATEGORY_NAMES[value] }))}
        onChange={(value) => change({ category: CATEGORIES.find((one) => one === value) })}
      />
    </>
  )
}
