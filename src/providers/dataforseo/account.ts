import { createVendorApi, type VendorApi } from '../http/vendor-api.ts'
import { readError } from './failures.ts'

/** Shorter logins are words that answers contain; the vendor's are e-mail addresses. */
const SHORTEST_SECRET = 8

/** The API with the credentials of an account (https://docs.dataforseo.com/v3/auth/). */
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

/** A text as the vendor expects it in `keyword`: it decodes `%` sequences and takes `+` for a space. */
export function asKeyword(words: string): string {
  return words.replaceAll('%', '%25').replaceAll('+', '%2B')
}
