import { MultiSelect } from '../../parts/multi-select.tsx'
import { SearchField } from '../../parts/search-field.tsx'
import { Select } from '../../parts/select.tsx'
import type { PromptsSearch } from './search.ts'

/** What is left out of the list. */
export function Filters({
  search,
  tags,
  providers,
  change,
}: {
  search: PromptsSearch
  tags: readonly string[]
  providers: readonly { token: string; label: string }[]
  /** Sets these search parameters. */
  change: (search: { [Name in keyof PromptsSearch]: PromptsSearch[Name] | undefined }) => void
}) {
  return (
    <>
      <SearchField label="Search prompts" value={search.q} onChange={(q) => change({ q })} />
      {(tags.length > 0 || search.tag) && (
        <MultiSelect
          label="Tag"
          any="any"
          values={search.tag ?? []}
          choices={tags.map((value) => ({ value, label: value }))}
          onChange={(tag) => change({ tag: tag.length > 0 ? tag : undefined })}
        />
      )}
      <Select
        label="Provider"
        any="any"
        value={search.provider}
        choices={providers.map(({ token, label }) => ({ value: token, label }))}
        onChange={(provider) => change({ provider })}
      />
      <Select
        label="Active"
        any="any"
        value={search.active}
        choices={[
          { value: 'yes', label: 'yes' },
          { value: 'no', label: 'no' },
        ]}
        onChange={(active) => change({ active: active === 'yes' || active === 'no' ? active : undefined })}
      />
    </>
  )
}
