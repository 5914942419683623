import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { AnswerBrowser } from '../../answers/answer-browser.tsx'
import { ExportAnswers } from '../../answers/export/export-answers.tsx'
import { AnswerFilters, type FilterChoices } from '../../answers/filters/answer-filters.tsx'
import { FilterChips } from '../../answers/filters/filter-chips.tsx'
import { variablesOf, viewOf } from '../../answers/filters/result-filter.ts'
import { AnswerTable } from '../../answers/table/answer-table.tsx'
import { Seen } from '../../answers/visibility-summary/seen.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { Select } from '../../components/select.tsx'
import { SimulatedNotice } from '../../components/simulated-notice.tsx'
import { Message } from '../../components/states.tsx'
import tabs from '../../components/tabs.module.css'
import { count, dayAndTime, number } from '../../formatting/format.ts'
import { AnswersLink } from '../../layout/answers-link.tsx'
import { useProject } from '../../layout/project-frame.tsx'
import type { ChangeSearch } from '../../routing/answer-search.ts'
import styles from './answers.module.css'
import type { PromptChoices, RunWithAnswers } from './runs.ts'

const ROUTE = '/organizations/$organizationId/projects/$projectId/answers'

/** The answers of one run, filtered by the page's search parameters. */
export function AnswersOfRun({
  run,
  runs,
  choices,
}: {
  run: RunWithAnswers
  runs: readonly RunWithAnswers[]
  choices: PromptChoices
}) {
  const search = useSearch({ from: ROUTE })
  const navigate = useNavigate({ from: ROUTE })
  const onSearch: ChangeSearch = useCallback(
    (change, { replace = false } = {}) =>
      // Without filters, the page would change to the table.
      navigate({
        search: (old) => ({ ...old, view: viewOf(old), ...change }),
        replace,
        resetScroll: false,
      }),
    [navigate],
  )
  const filterChoices = useChoices(run, choices)
  const { entities, providers, prompts } = filterChoices
  const source = useMemo(() => ({ kind: 'run', id: run.id }) as const, [run.id])
  const { total, completed, failed } = run.progress
  const view = viewOf(search)
  const shown = {
    source,
    search,
    onSearch,
    edition: `${run.finishedAt} ${run.reextractedAt}`,
    isRunning: run.finishedAt === null,
    recorded: completed + failed,
    empty: (
      <Message
        title={run.finishedAt ? 'This run has no answers' : 'No answers yet'}
        text={
          run.finishedAt
            ? 'The run was canceled before the first answer arrived.'
            : 'They appear here as they arrive.'
        }
      />
    ),
  }
  return (
    <div className={styles.page} data-width="full" data-view={view}>
      <div className={styles.filters}>
        <PageHeader
          title="Answers"
          lead={
            <>
              <Seen
                source={source}
                search={search}
                entities={entities}
                providers={providers}
                prompt={prompts.find(({ value }) => value === search.prompt)?.label}
                recorded={completed + failed}
              />
              {run.finishedAt === null &&
                ` The run is in progress: ${number(completed + failed)} of ${count(total, 'question')} completed.`}
            </>
          }
          filters={
            <>
              <Select
                label="Run"
                value={run.databaseId}
                choices={runs.map(({ databaseId, finishedAt, startedAt, createdAt }) => ({
                  value: databaseId,
                  label: `${dayAndTime(startedAt ?? createdAt).replace(' UTC', '')}${finishedAt ? '' : ' (running)'}`,
                }))}
                onChange={(chosen) => onSearch({ run: chosen, answer: undefined, compare: undefined })}
              />
              <AnswerFilters search={search} onSearch={onSearch} choices={filterChoices} />
            </>
          }
        >
          <ExportAnswers source={source} variables={variablesOf(search, source)} name="answers" />
        </PageHeader>
        <FilterChips search={search} onSearch={onSearch} choices={filterChoices} />
      </div>
      {run.simulated && <SimulatedNotice />}
      <nav className={tabs.tabs} aria-label="Table or list">
        <AnswersLink
          search={{ ...search, view: 'table', answer: undefined, compare: undefined }}
          current={view === 'table'}
        >
          By prompt and provider
        </AnswersLink>
        <AnswersLink search={{ ...search, view: 'list' }} current={view === 'list'}>
          One by one
        </AnswersLink>
      </nav>
      {view === 'table' ? (
        <AnswerTable
          key={run.id}
          {...shown}
          runId={run.databaseId}
          brand={run.brandName}
          providers={providers}
        />
      ) : (
        <AnswerBrowser key={run.id} {...shown} entities={entities} showsReplicate={run.replicates > 1} />
      )}
    </div>
  )
}

function useChoices(run: RunWithAnswers, { tags, prompts }: PromptChoices): FilterChoices {
  const { competitors } = useProject()
  return useMemo(
    () => ({
      entities: [
        { id: 'brand', name: run.brandName },
        ...(competitors?.nodes ?? []).map(({ databaseId, name }) => ({ id: databaseId, name })),
      ],
      providers: run.providers,
      locations: run.locations,
      tags: (tags?.nodes ?? []).map(({ name }) => name),
      prompts: (prompts?.nodes ?? []).map(({ databaseId, text }) => ({ value: databaseId, label: text })),
    }),
    [run, competitors, tags, prompts],
  )
}
