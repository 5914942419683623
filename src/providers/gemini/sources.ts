import { z } from 'zod'
import type { AnswerCitation, RawAnswer, Span } from '../../core/provider-port/driver.ts'
import { parseUrl } from '../../definitions/parse-url.ts'
import { CitationList } from '../parsing/citation-list.ts'

/** A source as reported by the vendor. */
export interface GivenSource {
  link: string
  title: string | null
  /** Domain of the site, if reported. */
  domain: string | null
}

const HOST_NAME = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}$/u

/** Returns whether a link only redirects to a source (https://ai.google.dev/gemini-api/docs/google-search). */
export function isRedirect(link: string): boolean {
  return parseUrl(link)?.pathname.startsWith('/grounding-api-redirect/') ?? false
}

/** Collects the sources of an answer, and replaces redirecting links with their targets where known. */
export class GivenSources {
  readonly #list = new CitationList()
  readonly #targets: Readonly<Record<string, string>>
  readonly #domains = new Map<string, string>()

  constructor(raw: RawAnswer) {
    this.#targets = z.record(z.string(), z.string()).catch({}).parse(raw.redirects)
  }

  cited(source: GivenSource, spans: Span[]): void {
    this.#list.cited(this.#target(source), spans)
  }

  retrieved(source: GivenSource): void {
    this.#list.retrieved(this.#target(source))
  }

  list(): AnswerCitation[] {
    return this.#list.list().map((citation) => {
      const domain = this.#domains.get(citation.url)
      return domain === undefined ? citation : { ...citation, domain }
    })
  }

  #target({ link, title, domain }: GivenSource): { url: string; title: string | null } {
    const target = isRedirect(link) ? this.#targets[link] : link
    if (target !== undefined) return { url: target, title }
    // The title is the domain of the site, except on Vertex AI, which reports the domain as well.
    const site = domain ?? title ?? ''
    if (HOST_NAME.test(site)) this.#domains.set(link, site)
    return { url: link, title }
  }
}
