import styles from './middle-text.module.css'

/** Characters at the end that stay in view. */
const END = 12

/**
 * A text in one line which, where there is no room for it, is shortened in its middle, as addresses differ at both ends. The
 * whole text stays in the page; give it as `title` where it is to be read by pointing.
 */
export function MiddleText({ text }: { text: string }) {
  if (text.length < 2 * END) return <span className={styles.whole}>{text}</span>
  return (
    <span className={styles.parts}>
      <span className={styles.start}>{text.slice(0, -END)}</span>
      <span className={styles.end}>{text.slice(-END)}</span>
    </span>
  )
}
