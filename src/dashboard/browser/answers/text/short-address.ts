/** An address without its scheme, `www.` and last slash. */
export function shortAddress(url: string): string {
  return url.replace(/^https?:\/\/(?:www\.)?/i, '').replace(/\/$/, '')
}
