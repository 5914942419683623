/** Highlights the current section in the list of headings while the reader scrolls. */
export function highlightCurrentSection(): void {
  const links = new Map(
    [...document.querySelectorAll<HTMLAnchorElement>('.contents a')].map((link) => [
      decodeURIComponent(link.hash.slice(1)),
      link,
    ]),
  )
  const headings = [...links.keys()].flatMap((id) => document.getElementById(id) ?? [])
  if (headings.length === 0) return
  let marked: HTMLAnchorElement | undefined
  const mark = () => {
    const limit = 0.25 * innerHeight
    const current = headings.findLast((heading) => heading.getBoundingClientRect().top < limit) ?? headings[0]
    const link = links.get(current?.id ?? '')
    if (link === marked) return
    marked?.removeAttribute('aria-current')
    link?.setAttribute('aria-current', 'true')
    marked = link
    const list = link?.closest('.contents')
    if (list && link) list.scrollTop = link.offsetTop - list.clientHeight / 2
  }
  // Runs only when a heading crosses the upper quarter of the window, instead of on every scroll event.
  const observer = new IntersectionObserver(mark, { rootMargin: '0px 0px -75% 0px' })
  for (const heading of headings) observer.observe(heading)
}
