import { getDomain } from 'tldts'
import { z } from 'zod'
import { parseUrl } from '../../definitions/parse-url.ts'
import { distinctNames, nameSchema, textSchema } from '../foundation/text.ts'

/** Maximum number of aliases of a brand, and of its domains. */
const MAXIMUM_ENTRIES = 50

const SIZE_LIMIT = [MAXIMUM_ENTRIES, `must contain at most ${MAXIMUM_ENTRIES}`] as const

/** A description of a brand: a few sentences. */
export const descriptionSchema = textSchema(500)

/** Other names of a brand. Keeps only the first of several spellings of a name. */
export const aliasesSchema = z
  .array(nameSchema, 'must be a list of names')
  .max(...SIZE_LIMIT)
  .transform((names) => distinctNames(names))

const domainSchema = z
  .string('must be a text')
  .trim()
  .max(2_000, 'must be at most 2,000 characters')
  .transform((text, context) => {
    const host = hostOf(text)
    // Rejects public suffixes such as `com` and `github.io`, names without a dot, and IP addresses.
    if (host !== null && getDomain(host, { allowPrivateDomains: true }) !== null) return host
    context.addIssue({ code: 'custom', message: 'must be a domain such as example.com' })
    return z.NEVER
  })

/**
 * Domains of a brand, each including its subdomains: distinct host names in lower case. A URL is reduced to its host.
 */
export const domainsSchema = z
  .array(domainSchema, 'must be a list of domains')
  .max(...SIZE_LIMIT)
  .transform((domains) => [...new Set(domains)])

function hostOf(text: string): string | null {
  const address = text.includes('://') ? text : `https://${text}`
  return (
    parseUrl(address)
      ?.hostname.replace(/^www\./, '')
      .replace(/\.$/, '') ?? null
  )
}
