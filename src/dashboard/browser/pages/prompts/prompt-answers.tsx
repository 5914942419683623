import type { ReactNode } from 'react'
import { AnswersLink, type AnswersSearch } from '../../layout/answers-link.tsx'
import { useProject } from '../../layout/project-frame.tsx'
import type { MeasuredPrompt } from './list/prompt-list.ts'
import styles from './prompts.module.css'

/** Links a value of a prompt to its answers. */
export function PromptAnswers({
  prompt,
  search = {},
  children,
}: {
  prompt: MeasuredPrompt
  /** Additional filters for the answers. */
  search?: AnswersSearch
  children: ReactNode
}) {
  const { latestRun } = useProject()
  const run = prompt.metrics?.run?.databaseId
  const isOlder = run !== undefined && run !== latestRun?.databaseId
  return (
    <AnswersLink
      search={{ prompt: prompt.databaseId, ...(isOlder && { run }), ...search }}
      className={styles.figure}
    >
      {children}
    </AnswersLink>
  )
}
