import { language } from '../../formatting/format.ts'
import type { Answer } from '../model/answer.ts'
import { ANSWER_KINDS } from '../model/words.ts'
import styles from './answer-facts.module.css'
import { Part } from './part.tsx'

/**
 * Shows the kind and language of an answer, and what is not analyzed in that language. Empty for answers analyzed by
 * older rules, which have no kind.
 */
export function AnswerKind({ answer: { answerKind, answerLanguage, brand } }: { answer: Answer }) {
  const isUnread = brand?.sentiment.reason != null
  if (!answerKind && !answerLanguage && !isUnread) return null
  const written = answerLanguage && `in ${language(answerLanguage)}`
  return (
    <Part title="Type of answer">
      <p>{[answerKind && ANSWER_KINDS[answerKind], written].filter(Boolean).join(', ')}</p>
      {isUnread && (
        <p className={styles.none}>
          Sentiment and recommendations are not available for answers {written ?? 'in this language'} yet.
          Mentions, rank and sources are.
        </p>
      )}
    </Part>
  )
}
