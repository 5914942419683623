import { useCallback } from 'react'
import { SOURCE_CATEGORIES } from '../../answers/model/words.ts'
import { SearchField } from '../../components/search-field.tsx'
import { Select } from '../../components/select.tsx'
import { day } from '../../formatting/format.ts'
import { locationName } from '../../formatting/location.ts'
import type { SourceRun } from './documents.ts'
import { CATEGORIES, type ChangeSources, ORDERS, OWNERS, type SourcesSearch } from './search.ts'
import styles from './sources.module.css'

const OWNER_NAMES = { BRAND: 'the brand', COMPETITOR: 'competitors', THIRD_PARTY: 'third parties' } as const

const ORDER_NAMES = {
  CITATION_RATE_DESC: 'most cited first',
  RETRIEVED_DESC: 'most listed first',
  NAME_ASC: 'by name',
} as const

/** Filters of the list. */
export function Filters({
  search,
  runs,
  run,
  providers,
  change,
}: {
  search: SourcesSearch
  runs: readonly SourceRun[]
  /** The selected run. */
  run: SourceRun | undefined
  providers: readonly { token: string; label: string }[]
  change: ChangeSources
}) {
  const labelOf = (token: string) => providers.find((provider) => provider.token === token)?.label ?? token
  const onText = useCallback((q: string | undefined) => change({ q }), [change])
  const valuesOf = (parts: SourceRun['providers'] | undefined) =>
    (parts ?? []).flatMap(({ value }) => value ?? [])
  return (
    <>
      {search.view === 'pages' && search.domain && (
        <button
          type="button"
          className={styles.chip}
          title={`Remove filter: pages of ${search.domain}`}
          onClick={() => change({ domain: undefined })}
        >
          <span>pages of {search.domain}</span> <span aria-hidden="true">×</span>
        </button>
      )}
      <SearchField
        label={search.view === 'pages' ? 'Search pages' : 'Search sites'}
        value={search.q}
        onChange={onText}
      />
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
        choices={valuesOf(run?.locations).map((value) => ({ value, label: locationName(value) }))}
        onChange={(location) => change({ location })}
      />
      <Select
        label="Owner"
        value={search.owner}
        any="any"
        choices={OWNERS.map((value) => ({ value, label: OWNER_NAMES[value] }))}
        onChange={(value) => change({ owner: OWNERS.find((owner) => owner === value) })}
      />
      <Select
        label="Kind"
        value={search.category}
        any="any"
        choices={CATEGORIES.map((value) => ({ value, label: SOURCE_CATEGORIES[value] }))}
        onChange={(value) => change({ category: CATEGORIES.find((category) => category === value) })}
      />
      <Select
        label="Sort by"
        value={search.order}
        any="most cited and listed"
        choices={ORDERS.map((value) => ({ value, label: ORDER_NAMES[value] }))}
        onChange={(value) => change({ order: ORDERS.find((order) => order === value) })}
      />
    </>
  )
}
