/** Returns a URL without its scheme, `www.` and trailing slash. */
export function shortAddress(url: string): string {
  return url.replace(/^https?:\/\/(?:www\.)?/i, '').replace(/\/$/, '')
}
