import { parseUrl } from '../../../definitions/parse-url.ts'

/** Returns an absolute http or https URL in normal form; null for any other text, such as a `javascript:` URL. */
export function toHttpUrl(text: string): string | null {
  const url = parseUrl(text)
  return url && /^https?:$/.test(url.protocol) ? url.href : null
}
