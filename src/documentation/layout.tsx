import { raw } from 'hono/html'
import type { Content, PageSummary } from './foundation/page.ts'

/** A link in the navigation. */
export interface NavigationLink {
  title: string
  path: string
  /** Links that are shown below it. */
  parts?: readonly Pick<PageSummary, 'title' | 'path'>[]
}

/** A group of links in the navigation. */
export interface NavigationGroup {
  title: string
  links: readonly NavigationLink[]
}

interface LayoutProps {
  page: PageSummary
  content: Content
  navigation: readonly NavigationGroup[]
  /** Returns the path of a built file. */
  asset: (name: string) => string
}

/** The HTML document of a page: navigation, title, content and a list of its headings. */
export function Layout({ page, content, navigation, asset }: LayoutProps) {
  const { title, section, description, path, layout } = page
  const headings = layout === 'text' ? content.headings : []
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{[title, section, 'Answergraph'].filter(Boolean).join(' · ')}</title>
        <meta name="description" content={description} />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href={asset('icon.svg')} type="image/svg+xml" />
        <link
          rel="preload"
          href={asset('inter-latin-wght-normal.woff2')}
          as="font"
          type="font/woff2"
          crossorigin="anonymous"
        />
        <link rel="stylesheet" href={asset('documentation.css')} />
        <script type="module" src={asset('documentation.js')} />
      </head>
      <body>
        <a class="skip" href="#content">
          Skip to the content
        </a>
        <header class="bar">
          <a class="brand" href="/">
            <img src={asset('icon.svg')} alt="" width="16" height="16" />
            Answergraph
          </a>
          <Search />
          <button class="menu" type="button" popovertarget="navigation">
            Menu
          </button>
        </header>
        <div class={`frame ${layout}`}>
          <nav class="navigation" id="navigation" aria-label="Documentation" popover="auto">
            {navigation.map((group) => (
              <section>
                <h2>{group.title}</h2>
                <ul>
                  {group.links.map((link) => (
                    <NavigationItem link={link} path={path} />
                  ))}
                </ul>
              </section>
            ))}
          </nav>
          <main id="content" tabindex={-1}>
            <h1>{title}</h1>
            {raw(content.html)}
          </main>
          {headings.length > 1 && (
            <nav class="contents" aria-label="On this page">
              <h2>On this page</h2>
              <ul>
                {headings.map(({ id, text, level }) => (
                  <li class={`level-${level}`}>
                    <a href={`#${id}`}>{text}</a>
                  </li>
                ))}
              </ul>
            </nav>
          )}
        </div>
      </body>
    </html>
  )
}

function NavigationItem({ link, path }: { link: NavigationLink; path: string }) {
  const current = link.path === path
  return (
    <li>
      <a href={link.path} aria-current={current ? 'page' : undefined}>
        {link.title}
      </a>
      {link.parts && link.parts.length > 0 && (
        <ul>
          {link.parts.map((part) => (
            <li>
              <a class="part" href={part.path} aria-current={part.path === path ? 'page' : undefined}>
                {part.title}
              </a>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

/** The search box. It stays invisible until the page's script has started. */
function Search() {
  return (
    <search class="search">
      <label>
        <span class="unseen">Search the documentation</span>
        <input
          type="search"
          placeholder="Search"
          autocomplete="off"
          spellcheck={false}
          enterkeyhint="search"
          aria-keyshortcuts="/"
        />
      </label>
      <div class="found" hidden>
        <p class="state" role="status" />
        <ol />
      </div>
    </search>
  )
}
