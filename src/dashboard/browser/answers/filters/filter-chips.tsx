import { Button } from '../../components/button.tsx'
import { locationName } from '../../formatting/location.ts'
import type { AnswersSearch, ChangeSearch } from '../../routing/answer-search.ts'
import styles from './answer-filters.module.css'
import type { FilterChoices } from './answer-filters.tsx'
import { conditionsIn, KINDS, labelOfCondition, withCondition } from './conditions.ts'
import { withoutFilters } from './result-filter.ts'

/** The active filters, each with a button that removes it. */
export function FilterChips({
  search,
  onSearch,
  choices,
}: {
  search: AnswersSearch
  onSearch: ChangeSearch
  choices: FilterChoices
}) {
  const chips = chipsOf(search, choices)
  if (chips.length === 0) return null
  const change = (changed: AnswersSearch) => onSearch({ ...changed, answer: undefined, compare: undefined })
  return (
    <ul className={styles.chips} aria-label="Filters">
      {chips.map(({ text, without }) => (
        <li key={text}>
          <button type="button" onClick={() => change(without)} aria-label={`Remove: ${text}`}>
            <span>{text}</span> ×
          </button>
        </li>
      ))}
      <li>
        <Button kind="quiet" onClick={() => change(withoutFilters())}>
          Clear filters
        </Button>
      </li>
    </ul>
  )
}

function chipsOf(search: AnswersSearch, { entities, providers, prompts }: FilterChoices) {
  const { provider, location, tag, prompt, kind, domain, url, listedDomain, listedUrl, q, entity } = search
  const { placed, persona } = search
  const name = entities.find(({ id }) => id === (entity ?? 'brand'))?.name ?? 'the brand'
  const conditions = conditionsIn(search)
  const chips: [string | undefined, AnswersSearch][] = [
    [
      provider && (providers.find(({ token }) => token === provider)?.label ?? provider),
      { provider: undefined },
    ],
    ...conditions.map((condition): [string, AnswersSearch] => {
      const rest = conditions.find((value) => value !== condition)
      return [`${name} is ${labelOfCondition(condition)}`, withCondition(rest)]
    }),
    [persona && `persona ${persona}`, { persona: undefined }],
    [placed && `a card shows ${name}`, { placed: undefined }],
    [entity && !placed && conditions.length === 0 ? `about ${name}` : undefined, { entity: undefined }],
    [location && locationName(location), { location: undefined }],
    [tag && `tag ${tag}`, { tag: undefined }],
    [prompt && (prompts.find(({ value }) => value === prompt)?.label ?? 'one prompt'), { prompt: undefined }],
    [kind && `kind: ${KINDS.find(({ value }) => value === kind)?.label ?? kind}`, { kind: undefined }],
    [domain && `cites ${domain}`, { domain: undefined }],
    [url && `cites ${url}`, { url: undefined }],
    [listedDomain && `lists ${listedDomain} without citing`, { listedDomain: undefined }],
    [listedUrl && `lists ${listedUrl} without citing`, { listedUrl: undefined }],
    [q && `“${q}”`, { q: undefined }],
  ]
  return chips.flatMap(([text, without]) => (text ? [{ text, without }] : []))
}
