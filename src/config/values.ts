import { z } from 'zod'
import { parseUrl } from '../definitions/parse-url.ts'

/** A whole number from `min` to `max`. */
export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((number) => number >= min && number <= max, `must be a whole number from ${min} to ${max}`)

export const usDollars = z
  .string()
  .regex(/^\d{1,9}(\.\d{1,10})?$/, 'must be US dollars, such as 25 or 2.50')
  .transform(Number)

/** A URL with one of the protocols, such as `https:`. */
export const url = (protocols: readonly string[]) =>
  z
    .string()
    .refine(
      (text) => protocols.includes(parseUrl(text)?.protocol ?? ''),
      `must be a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    )

/** An http(s) URL with only scheme, host and port. */
export const origin = url(['http:', 'https:'])
  .refine(
    (text) => /^https?:\/\/[^/?#@\\]+\/?$/i.test(text),
    'must be scheme, host and port only, such as https://brands.example.com',
  )
  .transform((text) => new URL(text).origin)

export const secretKey = z
  .string()
  .refine(
    (text) => Buffer.byteLength(text) >= 32,
    'must be at least 32 bytes; generate one with: openssl rand -base64 32',
  )

/** A comma-separated list. */
export const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((entry) => entry.trim())
      .filter(Boolean),
  )

/** A comma-separated list of addresses with a port. The host can be a name, an IPv4 address, or an IPv6 address in brackets. */
export const hostsWithPorts = list.refine(
  (entries) => entries.every((entry) => /^(\[[0-9a-fA-F:.]+\]|[^\s:/]+):\d{1,5}$/.test(entry)),
  'must be a comma-separated list of host:port',
)

export const addressBlock = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])
