import { getDomain } from 'tldts'
import { z } from 'zod'
import { distinctNames } from './setup/names.ts'
import { nameSchema } from './text.ts'

/** Most aliases, and most domains, of one brand. */
const MOST = 50

const MANY = [MOST, `must hold at most ${MOST}`] as const

/** What a brand says of itself: a sentence or a few. */
export const descriptionSchema = z
  .string('must be a text')
  .trim()
  .min(1, 'must not be empty')
  .max(500, 'must be at most 500 characters')
  .refine((text) => !/\0|\p{Surrogate}/u.test(text), 'must not contain NUL or half a surrogate pair')

/** Other names a brand goes by; of several spellings of one name the first stays. */
export const aliasesSchema = z
  .array(nameSchema, 'must be a list of names')
  .max(...MANY)
  .transform((names) => distinctNames(names))

const domainSchema = z
  .string('must be a text')
  .trim()
  .max(2_000, 'must be at most 2,000 characters')
  .transform((text, context) => {
    const host = hostOf(text)
    // Nobody owns `com` or `github.io`, and a name without a dot or an IP address is no domain.
    if (host !== null && getDomain(host, { allowPrivateDomains: true }) !== null) return host
    context.addIssue({ code: 'custom', message: 'must be a domain such as example.com' })
    return z.NEVER
  })

/** Domains that belong to a brand, with all below them: as host names in lower case, each once. Addresses are accepted. */
export const domainsSchema = z
  .array(domainSchema, 'must be a list of domains')
  .max(...MANY)
  .transform((domains) => [...new Set(domains)])

function hostOf(text: string): string | null {
  const address = text.includes('://') ? text : `https://${text}`
  if (!URL.canParse(address)) return null
  return new URL(address).hostname.replace(/^www\./, '').replace(/\.$/, '')
}
