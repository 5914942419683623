import { createVendorApi, type VendorApi } from '../http/vendor-api.ts'
import { readError } from './failures.ts'

/**
 * Minimum length of a login to be masked as a secret. Shorter logins are words that occur in answers; the vendor's
 * logins are email addresses.
 */
const SHORTEST_SECRET = 8

/** Creates a client with the credentials of an account (https://docs.dataforseo.com/v3/auth/). */
export function createAccountApi({
  baseUrl,
  login,
  password,
}: {
  baseUrl: string
  login: string
  password: string
}): VendorApi {
  const basic = Buffer.from(`${login}:${password}`).toString('base64')
  return createVendorApi({
    baseUrl,
    version: 'v3',
    headers: { authorization: `Basic ${basic}` },
    secrets: [basic, password, ...(login.length < SHORTEST_SECRET ? [] : [login])],
    readError,
  })
}

/** Encodes a text for the field `keyword`. The vendor decodes its `%` sequences and turns `+` into a space. */
export function asKeyword(words: string): string {
  return words.replaceAll('%', '%25').replaceAll('+', '%2B')
}
