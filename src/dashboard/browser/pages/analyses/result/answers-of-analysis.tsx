import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { AnswerBrowser } from '../../../answers/answer-browser.tsx'
import { ExportAnswers } from '../../../answers/export/export-answers.tsx'
import { AnswerFilters, type FilterChoices } from '../../../answers/filters/answer-filters.tsx'
import { FilterChips } from '../../../answers/filters/filter-chips.tsx'
import { variablesOf } from '../../../answers/filters/result-filter.ts'
import { Seen } from '../../../answers/visibility-summary/seen.tsx'
import { Message } from '../../../components/states.tsx'
import { useProject } from '../../../layout/project-frame.tsx'
import { hasEnded } from '../../../progress/status.tsx'
import type { ChangeSearch } from '../../../routing/answer-search.ts'
import styles from './analysis.module.css'
import type { ShownAnalysis } from './documents.ts'

const HERE = '/organizations/$organizationId/projects/$projectId/analyses/$analysisId'

/** The answers of the analysis, filtered by the page's search parameters. */
export function AnswersOfAnalysis({ analysis }: { analysis: ShownAnalysis }) {
  const { databaseId: analysisId, promptTexts, providers, locations, brandName, status, progress } = analysis
  const { competitors } = useProject()
  const search = useSearch({ from: HERE })
  const navigate = useNavigate({ from: HERE })
  const onSearch: ChangeSearch = useCallback(
    (change, { replace = false } = {}) =>
      navigate({ search: (old) => ({ ...old, ...change }), replace, resetScroll: false }),
    [navigate],
  )
  const source = useMemo(() => ({ kind: 'analysis', id: analysisId }) as const, [analysisId])
  const choices: FilterChoices = {
    entities: [
      { id: 'brand', name: brandName },
      ...(competitors?.nodes ?? []).map(({ databaseId, name }) => ({ id: databaseId, name })),
    ],
    providers,
    locations,
    tags: [],
    prompts: promptTexts.map((text) => ({ value: text, label: text })),
  }
  return (
    <section id="answers" className={styles.answers} aria-label="Answers">
      <div className={styles.answersHead}>
        <div>
          <h2>Answers</h2>
          <p className={styles.soft}>
            <Seen
              source={source}
              search={search}
              entities={choices.entities}
              providers={providers}
              prompt={search.prompt}
              recorded={progress.completed + progress.failed}
            />
          </p>
        </div>
        <AnswerFilters search={search} onSearch={onSearch} choices={choices} />
        <ExportAnswers source={source} variables={variablesOf(search, source)} name="analysis-answers" />
      </div>
      <FilterChips search={search} onSearch={onSearch} choices={choices} />
      <div className={styles.browser}>
        <AnswerBrowser
          key={analysisId}
          source={source}
          entities={choices.entities}
          search={search}
          onSearch={onSearch}
          edition={status}
          isRunning={!hasEnded(status)}
          recorded={progress.completed + progress.failed}
          showsReplicate={analysis.replicates > 1}
          empty={
            <Message
              title={hasEnded(status) ? 'No answers' : 'No answers yet'}
              text={
                hasEnded(status)
                  ? 'The analysis was canceled before the first answer arrived.'
                  : 'They appear here as they arrive.'
              }
            />
          }
        />
      </div>
    </section>
  )
}
