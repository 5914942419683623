import { SafeLink } from '../../answers/text/safe-link.tsx'
import { shortAddress } from '../../answers/text/short-address.ts'
import { MiddleText } from '../../parts/middle-text.tsx'
import styles from './sources.module.css'

/** The title and address of a page, as a link if it is one of the web. The address is shortened in its middle. */
export function PageName({
  url,
  title,
  lines = 1,
}: {
  url: string
  title: string | null
  /** Whether the address stands below the title; on a narrow screen it does. */
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
