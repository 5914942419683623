import { MultiSelect } from '../../parts/multi-select.tsx'
import { SearchField } from '../../parts/search-field.tsx'
import { Select } from '../../parts/select.tsx'
import { useNarrow } from '../../parts/use-narrow.ts'
import { ORDERS, type PromptsSearch } from './search.ts'

/** The orders in words. */
const ORDER_WORDS: Readonly<Record<(typeof ORDERS)[number], string>> = {
  LOST_ANSWERS_DESC: 'lost most often first',
  MENTION_RATE_ASC: 'least named first',
  MENTION_RATE_DESC: 'most named first',
  AVERAGE_POSITION_ASC: 'named earliest first',
  AVERAGE_POSITION_DESC: 'named latest first',
  SENTIMENT_ASC: 'least favourable first',
  SENTIMENT_DESC: 'most favourable first',
  TEXT_ASC: 'by the alphabet',
  CREATED_AT_ASC: 'oldest first',
  CREATED_AT_DESC: 'newest first',
}

/** What is left out of the list, and on a narrow screen, which has no heads of columns, its order. */
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
          label="Order"
          any={ORDER_WORDS[ORDERS[0]]}
          value={search.order}
          choices={ORDERS.slice(1).map((value) => ({ value, label: ORDER_WORDS[value] }))}
          onChange={(order) => change({ order: ORDERS.find((one) => one === order) })}
        />
      )}
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
