import { useCallback } from 'react'
import { Menu } from '../../components/menu.tsx'
import { SearchField } from '../../components/search-field.tsx'
import { type Choice, Select } from '../../components/select.tsx'
import { locationName } from '../../formatting/location.ts'
import type { AnswersSearch, ChangeSearch } from '../../routing/answer-search.ts'
import type { Entity } from '../model/source.ts'
import styles from './answer-filters.module.css'
import { CONDITIONS, conditionsIn, KINDS, withCondition } from './conditions.ts'
import { TextFilter } from './text-filter.tsx'

/** The options of the filters. */
export interface FilterChoices {
  entities: readonly Entity[]
  providers: readonly { token: string; label: string }[]
  /** ISO 3166-1 alpha-2 codes. */
  locations: readonly string[]
  tags: readonly string[]
  /** Values are prompt ids in a project, and prompt texts in an analysis. */
  prompts: readonly Choice[]
}

const ORDERS = [
  { value: 'ANSWERED_AT_DESC', label: 'newest first' },
  { value: 'POSITION_ASC', label: 'earliest mention first' },
  { value: 'RANK_ASC', label: 'best rank first' },
  { value: 'SENTIMENT_DESC', label: 'most favorable first' },
] as const

/** The filters in the menu. */
const IN_MENU = ['location', 'tag', 'prompt', 'kind', 'domain', 'url', 'listedDomain', 'listedUrl'] as const

/** Filters and order of the answers. A change closes the open answer, which may no longer be in the list. */
export function AnswerFilters({
  search,
  onSearch,
  choices,
}: {
  search: AnswersSearch
  onSearch: ChangeSearch
  choices: FilterChoices
}) {
  const { entities, providers, locations, tags, prompts } = choices
  const change = useCallback(
    (changed: AnswersSearch, options?: { replace?: boolean }) =>
      onSearch({ ...changed, answer: undefined, compare: undefined }, options),
    [onSearch],
  )
  const onText = useCallback((q: string | undefined) => change({ q }, { replace: true }), [change])
  const entity = entities.find(({ id }) => id === (search.entity ?? 'brand'))
  const [condition] = conditionsIn(search)
  const more = IN_MENU.filter((name) => search[name]).length
  return (
    <>
      <SearchField label="Search answers" value={search.q} onChange={onText} />
      <Select
        label="Provider"
        any="all"
        value={search.provider}
        choices={providers.map(({ token, label }) => ({ value: token, label }))}
        onChange={(provider) => change({ provider })}
      />
      <Select
        label={entity?.name ?? 'Brand'}
        any="any answer"
        value={condition}
        choices={CONDITIONS}
        onChange={(value) => change(withCondition(value))}
      />
      <Menu
        arrow
        set={more > 0 || search.entity !== undefined || search.order !== undefined}
        label={more > 0 ? `More filters · ${more}` : 'More filters'}
      >
        <div className={styles.more}>
          <Select
            label="Brand"
            value={search.entity ?? 'brand'}
            choices={entities.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(value) => change({ entity: value === 'brand' ? undefined : value })}
          />
          <Select
            label="Country"
            any="all"
            value={search.location}
            choices={locations.map((code) => ({ value: code, label: locationName(code) }))}
            onChange={(location) => change({ location })}
          />
          {(tags.length > 0 || search.tag) && (
            <Select
              label="Tag"
              any="all"
              value={search.tag}
              choices={tags.map((tag) => ({ value: tag, label: tag }))}
              onChange={(tag) => change({ tag })}
            />
          )}
          <Select
            label="Prompt"
            any="all"
            value={search.prompt}
            choices={prompts}
            onChange={(prompt) => change({ prompt })}
          />
          <Select
            label="Type of answer"
            any="all"
            value={search.kind}
            choices={KINDS}
            onChange={(value) => change({ kind: KINDS.find((kind) => kind.value === value)?.value })}
          />
          <TextFilter
            label="Cited site"
            placeholder="example.com"
            value={search.domain}
            onChange={(domain) => change({ domain })}
          />
          <TextFilter
            label="Cited page"
            placeholder="https://example.com/page"
            value={search.url}
            onChange={(url) => change({ url })}
          />
          <TextFilter
            label="Listed, uncited site"
            placeholder="example.com"
            value={search.listedDomain}
            onChange={(listedDomain) => change({ listedDomain })}
          />
          <TextFilter
            label="Listed, uncited page"
            placeholder="https://example.com/page"
            value={search.listedUrl}
            onChange={(listedUrl) => change({ listedUrl })}
          />
          <Select
            label="Sort by"
            any="prompt order"
            value={search.order}
            choices={ORDERS}
            onChange={(value) => change({ order: ORDERS.find((order) => order.value === value)?.value })}
          />
        </div>
      </Menu>
    </>
  )
}
