/** Search engines with the path of their result pages and the parameter of the query. */
const ENGINES: readonly { host: RegExp; path: RegExp; query: string }[] = [
  { host: /^(www\.|m\.)?google(\.[a-z]{2,3}){1,2}$/, path: /^\/search$/, query: 'q' },
  { host: /^(www\.|cn\.)?bing\.com$/, path: /^\/search$/, query: 'q' },
  { host: /^(www\.|html\.)?duckduckgo\.com$/, path: /^\/(html\/?)?$/, query: 'q' },
  { host: /^search\.brave\.com$/, path: /^\/search$/, query: 'q' },
  { host: /^([a-z]{2}\.)?search\.yahoo\.com$/, path: /^\/search/, query: 'p' },
  { host: /^(www\.)?baidu\.com$/, path: /^\/s$/, query: 'wd' },
  { host: /^(www\.)?yandex\.[a-z]{2,3}$/, path: /^\/search\/?$/, query: 'text' },
]

/** Returns whether a URL is a result page of a search engine, such as `https://www.google.com/search?q=crm`. */
export function isSearchResultPage({ hostname, pathname, searchParams }: URL): boolean {
  return ENGINES.some(
    ({ host, path, query }) => host.test(hostname) && path.test(pathname) && searchParams.has(query),
  )
}
