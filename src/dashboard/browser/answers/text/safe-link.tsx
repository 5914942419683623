import type { ReactNode } from 'react'
import { webAddress } from './web-address.ts'

/** A link that opens a web page in a new tab. Any other URL, such as `javascript:`, is shown as text. */
export function SafeLink({
  url,
  children,
  title,
  label,
}: {
  url: string
  children?: ReactNode
  title?: string
  /** Accessible name, if it differs from the content. */
  label?: string
}) {
  const address = webAddress(url)
  if (!address) {
    return (
      <>
        {children}
        {children ? ` (${url})` : url}
      </>
    )
  }
  return (
    <a href={address} target="_blank" rel="noreferrer noopener" title={title} aria-label={label}>
      {children ?? url}
    </a>
  )
}
