import type { ReactNode } from 'react'
import { AnswersLink, type AnswersSearch } from '../../frame/answers-link.tsx'
import { useProject } from '../../frame/project-frame.tsx'
import type { MeasuredPrompt } from './prompt-list.ts'
import styles from './prompts.module.css'

/** A figure of a prompt as a link to the answers behind it. */
export function PromptAnswers({
  prompt,
  search = {},
  children,
}: {
  prompt: MeasuredPrompt
  /** Which of its answers. */
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
