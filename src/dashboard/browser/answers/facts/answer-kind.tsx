import { language } from '../../figures/format.ts'
import type { Answer } from '../reading/answer.ts'
import { ANSWER_KINDS } from '../words.ts'
import styles from './answer-facts.module.css'
import { Part } from './part.tsx'

/** What an answer does and in which language, and what is not read in it; nothing for answers read by earlier rules. */
export function AnswerKind({ answer: { answerKind, answerLanguage, sentiment } }: { answer: Answer }) {
  if (!answerKind && !answerLanguage && !sentiment?.reason) return null
  const written = answerLanguage && `in ${language(answerLanguage)}`
  return (
    <Part title="Kind of answer">
      <p>{[answerKind && ANSWER_KINDS[answerKind], written].filter(Boolean).join(', ')}</p>
      {sentiment?.reason && (
        <p className={styles.none}>
          Answers {written ?? 'in this language'} are not read for sentiment and recommendations yet. Names,
          places in lists and sources are.
        </p>
      )}
    </Part>
  )
}
