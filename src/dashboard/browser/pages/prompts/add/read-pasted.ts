import { readCsv } from '../../../parts/csv.ts'
import { readList } from '../lists.ts'

/** A prompt as it was pasted. Lists that the text does not have are missing: the project's defaults hold. */
export interface PastedPrompt {
  /** The line of the text it begins at, 1-based. */
  line: number
  text: string
  tags: string[]
  locations?: string[]
  providers?: string[]
  active?: boolean
  /** What is wrong with it. */
  problems: string[]
  /** Why it is left out without being wrong. */
  skipped?: 'exists' | 'repeated'
}

/** What a pasted text holds. */
export interface Pasted {
  prompts: PastedPrompt[]
  /** Columns of a CSV text that are not those of a prompt, such as figures of an export. */
  ignored: string[]
}

/** What prompts are checked against. */
export interface Known {
  /** Texts of the project's prompts. */
  texts: ReadonlySet<string>
  /** Ids of providers by their ids and aliases. */
  providers: ReadonlyMap<string, string>
  countries: ReadonlySet<string>
}

const LONGEST = 5_000
const MOST_LOCATIONS = 20
const MOST_TAGS = 50
const LONGEST_TAG = 200

/** The names that the columns may have. */
const COLUMNS: Readonly<Record<string, keyof Fields>> = {
  text: 'text',
  prompt: 'text',
  tags: 'tags',
  locations: 'locations',
  countries: 'locations',
  providers: 'providers',
  active: 'active',
}

interface Fields {
  text?: string
  tags?: string
  locations?: string
  providers?: string
  active?: string
}

/**
 * Reads prompts from a text: CSV if its first line has a column `text` or `prompt`, otherwise one prompt a line. Nothing is
 * thrown: what is wrong with a prompt is in its `problems`.
 */
export function readPasted(given: string, known: Known): Pasted {
  const csv = readCsv(given)
  const [head, ...body] = csv
  const names = (head?.fields ?? []).map((name) => COLUMNS[name.trim().toLowerCase()])
  const lines = names.includes('text')
    ? body.map(({ fields, number }) => ({ number, fields: fieldsOf(names, fields) }))
    : given
        .replace(/^\uFEFF/, '')
        .split(/\r\n|\r|\n/)
        .map((text, index) => ({ number: index + 1, fields: { text } }))
        .filter(({ fields }) => fields.text.trim() !== '')
  const seen = new Map<string, number>()
  const prompts = lines.map(({ number, fields }) => {
    const prompt = promptOf(number, fields, known)
    const first = seen.get(prompt.text)
    if (known.texts.has(prompt.text)) prompt.skipped = 'exists'
    else if (first !== undefined) prompt.skipped = 'repeated'
    else seen.set(prompt.text, number)
    return prompt
  })
  const ignored = names.includes('text')
    ? (head?.fields ?? []).filter((name, index) => name.trim() !== '' && names[index] === undefined)
    : []
  return { prompts, ignored }
}

function fieldsOf(names: readonly (keyof Fields | undefined)[], given: readonly string[]): Fields {
  const fields: Fields = {}
  names.forEach((name, index) => {
    const field = given[index]
    if (name && field !== undefined) fields[name] = withoutGuard(field)
  })
  return fields
}

/** Exports put an apostrophe before what a spreadsheet would execute. */
function withoutGuard(field: string): string {
  return /^'[=+\-@\t\r]/.test(field) ? field.slice(1) : field
}

function promptOf(line: number, fields: Fields, known: Known): PastedPrompt {
  const problems: string[] = []
  const text = (fields.text ?? '').trim()
  if (text === '') problems.push('The text is empty.')
  if (text.length > LONGEST)
    problems.push(`The text is longer than ${LONGEST.toLocaleString('en')} characters.`)
  const tags = distinct(readList(fields.tags ?? ''))
  if (tags.length > MOST_TAGS) problems.push(`There are more than ${MOST_TAGS} tags.`)
  if (tags.some((tag) => tag.length > LONGEST_TAG))
    problems.push(`A tag is longer than ${LONGEST_TAG} characters.`)
  const locations = [...new Set(readList(fields.locations ?? '').map((code) => code.toUpperCase()))]
  const noCountries = locations.filter((code) => !known.countries.has(code))
  if (noCountries.length > 0) problems.push(`Not a country code: ${noCountries.join(', ')}.`)
  if (locations.length > MOST_LOCATIONS) problems.push(`There are more than ${MOST_LOCATIONS} countries.`)
  const providers = readList(fields.providers ?? '')
  const unknown = providers.filter((token) => !known.providers.has(token.toLowerCase()))
  if (unknown.length > 0) problems.push(`Unknown provider: ${unknown.join(', ')}.`)
  const active = activeOf(fields.active)
  if (active === null) problems.push('Active must be true or false.')
  const tokens = [...new Set(providers.map((token) => known.providers.get(token.toLowerCase()) ?? token))]
  return {
    line,
    text,
    tags,
    ...(locations.length > 0 && { locations }),
    ...(tokens.length > 0 && { providers: tokens }),
    ...(typeof active === 'boolean' && { active }),
    problems,
  }
}

/** Undefined when nothing is given, null for what cannot be understood. */
function activeOf(field = ''): boolean | null | undefined {
  const given = field.trim().toLowerCase()
  if (given === '') return undefined
  if (['true', 'yes', '1'].includes(given)) return true
  return ['false', 'no', '0'].includes(given) ? false : null
}

/** Tags are the same in any case. */
function distinct(names: readonly string[]): string[] {
  return [...new Map(names.toReversed().map((name) => [name.toLowerCase(), name])).values()].toReversed()
}
