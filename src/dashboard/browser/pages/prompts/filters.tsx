import { MultiSelect } from '../../components/multi-select.tsx'
import { SearchField } from '../../components/search-field.tsx'
import { Select } from '../../components/select.tsx'
import { useNarrow } from '../../components/use-narrow.ts'
import { ORDERS, type PromptsSearch } from './list/search.ts'

/** Labels of the sort orders. */
const ORDER_WORDS: Readonly<Record<(typeof ORDERS)[number], string>> = {
  LOST_ANSWERS_DESC: 'most lost first',
  MENTION_RATE_ASC: 'least mentioned first',
  MENTION_RATE_DESC: 'most mentioned first',
  AVERAGE_POSITION_ASC: 'mentioned earliest first',
  AVERAGE_POSITION_DESC: 'mentioned latest first',
  SENTIMENT_ASC: 'least favorable first',
  SENTIMENT_DESC: 'most favorable first',
  TEXT_ASC: 'alphabetical',
  CREATED_AT_ASC: 'oldest first',
  CREATED_AT_DESC: 'newest first',
}

/** Filters of the list. Narrow screens have no column headers, so the sort order is a filter too. */
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
  const isNarrow = useNarrow()
  return (
    <>
      <SearchField label="Search prompts" value={search.q} onChange={(q) => change({ q })} />
      {isNarrow && (
        <Select
          label="Sort by"
          any={ORDER_WORDS[ORDERS[0]]}
          value={search.order}
          choices={ORDERS.slice(1).map((value) => ({ value, label: ORDER_WORDS[value] }))}
          onChange={(order) => change({ order: ORDERS.find((option) => option === order) })}
        />
      )}
      {(tags.length > 0 || search.tag) && (
        <MultiSelect
          label="Tag"
          any="all"
          values={search.tag ?? []}
          choices={tags.map((value) => ({ value, label: value }))}
          onChange={(tag) => change({ tag: tag.length > 0 ? tag : undefined })}
        />
      )}
      <Select
        label="Provider"
        any="all"
        value={search.provider}
        choices={providers.map(({ token, label }) => ({ value: token, label }))}
        onChange={(provider) => change({ provider })}
      />
      <Select
        label="Status"
        any="all"
        value={search.active}
        choices={[
          { value: 'yes', label: 'active' },
          { value: 'no', label: 'inactive' },
        ]}
        onChange={(active) => change({ active: active === 'yes' || active === 'no' ? active : undefined })}
      />
    </>
  )
}
