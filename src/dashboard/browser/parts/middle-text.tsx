import styles from './middle-text.module.css'

/** Characters at the end that stay in view. */
const END = 12

/**
 * A text in one line which, where there is no room for it, is shortened in its middle, as addresses differ at both ends. What is
 * seen are two halves drawn by the style sheet; the whole text is what is read out and copied. Give it as `title` too where it is
 * to be read by pointing.
 */
export function MiddleText({ text }: { text: string }) {
  if (text.length < 2 * END) return <span className={styles.whole}>{text}</span>
  return (
    <span className={styles.parts}>
      <span className={styles.start} data-text={text.slice(0, -END)} aria-hidden />
      <span className={styles.end} data-text={text.slice(-END)} aria-hidden />
      <span className="visually-hidden">{text}</span>
    </span>
  )
}
