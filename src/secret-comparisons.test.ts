import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const SECRET = String.raw`[\w.]*(?:secret|signature|digest|hash|password|hmac|cookie|nonce|token|apiKey)\w*(?:\([^()]*\))?`
/** A comparison with a name on one side that may belong to a secret. */
const COMPARISON = new RegExp(
  String.raw`(?:${SECRET}\s*[!=]==\s*(?<right>[^\s;,)]+))|(?:(?<left>[^\s(!]+)\s*[!=]==\s*${SECRET})`,
  'gi',
)
/** A comparison with a literal is harmless. */
const LITERAL = /^(null|undefined|['"`\d])/

/** Files with harmless comparisons, each with the reason. */
const HARMLESS: Readonly<Record<string, string>> = {
  'src/core/judgements/budget.ts': 'numbers of tokens of a model',
  'src/core/reextractions/keep-corrections.ts': 'digests of the texts of answers',
  'src/extraction/names/discovery/hash-counts.ts': 'hashes of words',
  'src/extraction/sentences/tokens.ts': 'words of a sentence',
  'src/graphql/documents/named-documents.ts':
    'the hash of a query, which the client sends together with the query',
  'src/http/known-device.ts':
    'the digest of the email address that the client sends, in a cookie with a valid signature',
  'src/infra/sign-in.ts': 'two stored hashes, to notice a changed password',
  'src/providers/accounts.ts': 'names of providers',
  'src/providers/vendors.ts': 'names of providers',
}

it('no source compares a secret with === or !==, whose time depends on the number of equal characters', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map((file) => `src/${file.replaceAll('\\', '/')}`)
    .filter((file) => /\.ts$/.test(file) && !/\/generated\/|\/browser\/|\.test\.ts$/.test(file))
  const comparing = files.filter((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => !line.includes('typeof'))
      .some((line) =>
        [...line.matchAll(COMPARISON)].some(
          ({ groups: { left, right } = {} }) => !LITERAL.test(left ?? right ?? ''),
        ),
      ),
  )
  expect(comparing.toSorted()).toEqual(Object.keys(HARMLESS))
})
