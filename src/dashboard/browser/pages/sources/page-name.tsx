import { SafeLink } from '../../answers/text/safe-link.tsx'
import { shortAddress } from '../../answers/text/short-address.ts'
import { MiddleText } from '../../components/middle-text.tsx'
import styles from './sources.module.css'

/** The title and URL of a page, linked if it is a web address. Long URLs are shortened in the middle. */
export function PageName({
  url,
  title,
  lines = 1,
}: {
  url: string
  title: string | null
  /** Whether the URL is on a separate line below the title, as on narrow screens. */
  lines?: 1 | 2
}) {
  const address = shortAddress(url)
  return (
    <span className={styles.page} data-lines={lines}>
      <SafeLink url={url} title={url}>
        {title ? (
          <>
            <span className={styles.title}>{title}</span>
            <small>
              <MiddleText text={address} />
            </small>
          </>
        ) : (
          <MiddleText text={address} />
        )}
      </SafeLink>
    </span>
  )
}
