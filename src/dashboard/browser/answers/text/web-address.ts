/** Returns an http(s) URL as a browser would open it; null for any other URL. */
export function webAddress(url: string): string | null {
  if (!URL.canParse(url)) return null
  const { protocol, href } = new URL(url)
  return protocol === 'https:' || protocol === 'http:' ? href : null
}
