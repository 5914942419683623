import type { Answer } from '../reading/answer.ts'
import styles from './changes.module.css'
import { changesBetween } from './changes-between.ts'

/** What an answer says otherwise than the one before it, in words. */
export function Changes({ before, after }: { before: Answer; after: Answer }) {
  const changes = changesBetween(before, after)
  return (
    <section className={styles.changes} aria-label="Differences">
      <h3>What differs</h3>
      {changes.length === 0 ? (
        <p>Nothing that was read from them: the same brands, places and sources.</p>
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
        One answer is one of many that could have been given: whether a run differs from the last is judged on
        all of its answers.
      </p>
    </section>
  )
}
