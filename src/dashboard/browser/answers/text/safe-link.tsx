import type { ReactNode } from 'react'
import { webAddress } from './web-address.ts'

/** A link to a page of the web, in a tab of its own; any other address, such as `javascript:`, is shown as text. */
export function SafeLink({
  url,
  children,
  title,
  label,
}: {
  url: string
  children?: ReactNode
  title?: string
  /** What it is called, where its content is not that. */
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
