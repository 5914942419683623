import { raw } from 'hono/html'
import type { Child } from 'hono/jsx'
import type { Content, PageFacts } from './page.ts'

/** A link of the navigation; `parts` are shown below it. */
export interface NavigationLink {
  title: string
  path: string
  parts?: readonly Pick<PageFacts, 'title' | 'path'>[]
}

/** A titled group of links of the navigation. */
export interface NavigationGroup {
  title: string
  links: readonly NavigationLink[]
}

interface DocumentProps {
  title: string
  description: string
  /** The path of a built file. */
  asset: (name: string) => string
  children: Child
}

/** A whole HTML document with the product's style; its body is `children`. */
export function HtmlDocument({ title, description, asset, children }: DocumentProps) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
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
        {children}
      </body>
    </html>
  )
}

interface LayoutProps {
  page: PageFacts
  content: Content
  navigation: readonly NavigationGroup[]
  asset: (name: string) => string
}

/** A page of the documentation: navigation, title, content and a list of its headings. */
export function Layout({ page, content, navigation, asset }: LayoutProps) {
  const { title, section, description, path, layout } = page
  const headings = layout === 'text' ? content.headings : []
  return (
    <HtmlDocument
      title={[title, section, 'Answergraph'].filter(Boolean).join(' · ')}
      description={description}
      asset={asset}
    >
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
                  <Link link={link} path={path} />
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
    </HtmlDocument>
  )
}

function Link({ link, path }: { link: NavigationLink; path: string }) {
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

/** Invisible without the page's script, which runs it. */
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
