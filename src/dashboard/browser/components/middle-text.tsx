import styles from './middle-text.module.css'

/** Number of characters at the end that always stay visible. */
const END = 12

/**
 * Shortens a single line of text in its middle, because URLs differ at both ends. The visible halves are drawn by CSS;
 * screen readers and copying use the full text. Add a `title` to show the full text on hover.
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
