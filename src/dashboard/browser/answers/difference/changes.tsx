import type { Answer } from '../model/answer.ts'
import styles from './changes.module.css'
import { changesBetween } from './changes-between.ts'

/** Lists the differences between two answers in words. */
export function Changes({ before, after }: { before: Answer; after: Answer }) {
  const changes = changesBetween(before, after)
  return (
    <section className={styles.changes} aria-label="Differences">
      <h3>What changed</h3>
      {changes.length === 0 ? (
        <p>No changes in brands, rank, sentiment or sources.</p>
      ) : (
        <dl>
          {changes.map(({ what, text }) => (
            <div key={what}>
              <dt>{what}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
      <p>
        A single answer varies by chance. Whether a run differs from the previous one is judged on all of its
        answers.
      </p>
    </section>
  )
}
