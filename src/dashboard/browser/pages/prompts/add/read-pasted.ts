import { isLocation } from '../../../components/countries.ts'
import { readCsv } from '../../../components/csv.ts'
import { readList } from '../list/lists.ts'

/** A pasted prompt. Missing lists default to the project's settings. */
export interface PastedPrompt {
  /** The 1-based line where the prompt starts. */
  line: number
  text: string
  tags: string[]
  locations?: string[]
  providers?: string[]
  active?: boolean
  /** Validation errors. */
  problems: string[]
  /** Why a valid prompt is skipped. */
  skipped?: 'exists' | 'repeated'
}

/** The result of parsing a pasted text. */
export interface Pasted {
  prompts: PastedPrompt[]
  /** CSV columns that are not prompt fields, such as the metrics of an export. */
  ignored: string[]
}

/** Existing data that prompts are validated against. */
export interface Existing {
  /** Texts of the project's prompts. */
  texts: ReadonlySet<string>
  /** Provider tokens by their lower-case tokens and aliases. */
  providers: ReadonlyMap<string, string>
}

const MAX_TEXT_LENGTH = 5_000
const MAX_LOCATIONS = 20
const MAX_TAGS = 50
const MAX_TAG_LENGTH = 200

/** Accepted column names. */
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
 * Parses prompts from a text: as CSV if the first line has a column `text` or `prompt`, otherwise as one prompt per
 * line. Never throws; validation errors are collected in `problems`.
 */
export function readPasted(source: string, existing: Existing): Pasted {
  const csv = readCsv(source)
  const [head, ...body] = csv
  const names = (head?.fields ?? []).map((name) => COLUMNS[name.trim().toLowerCase()])
  const lines = names.includes('text')
    ? body.map(({ fields, number }) => ({ number, fields: fieldsOf(names, fields) }))
    : source
        .replace(/^\uFEFF/, '')
        .split(/\r\n|\r|\n/)
        .map((text, index) => ({ number: index + 1, fields: { text } }))
        .filter(({ fields }) => fields.text.trim() !== '')
  const seen = new Map<string, number>()
  const prompts = lines.map(({ number, fields }) => {
    const prompt = promptOf(number, fields, existing)
    const first = seen.get(prompt.text)
    if (existing.texts.has(prompt.text)) prompt.skipped = 'exists'
    else if (first !== undefined) prompt.skipped = 'repeated'
    else seen.set(prompt.text, number)
    return prompt
  })
  const ignored = names.includes('text')
    ? (head?.fields ?? []).filter((name, index) => name.trim() !== '' && names[index] === undefined)
    : []
  return { prompts, ignored }
}

function fieldsOf(names: readonly (keyof Fields | undefined)[], values: readonly string[]): Fields {
  const fields: Fields = {}
  names.forEach((name, index) => {
    const field = values[index]
    if (name && field !== undefined) fields[name] = withoutGuard(field)
  })
  return fields
}

/** Removes the leading apostrophe that exports add to text a spreadsheet would run as a formula. */
function withoutGuard(field: string): string {
  return /^'[=+\-@\t\r]/.test(field) ? field.slice(1) : field
}

/** Accepts `ch` for `CH`, as people type countries in lower case. */
function withUpperCaseCountry(location: string): string {
  return /^[a-z]{2}(\/|$)/.test(location) ? location.slice(0, 2).toUpperCase() + location.slice(2) : location
}

function promptOf(line: number, fields: Fields, existing: Existing): PastedPrompt {
  const problems: string[] = []
  const text = (fields.text ?? '').trim()
  if (text === '') problems.push('The text is empty.')
  if (text.length > MAX_TEXT_LENGTH)
    problems.push(`The text is longer than ${MAX_TEXT_LENGTH.toLocaleString('en')} characters.`)
  const tags = distinct(readList(fields.tags ?? ''))
  if (tags.length > MAX_TAGS) problems.push(`There are more than ${MAX_TAGS} tags.`)
  if (tags.some((tag) => tag.length > MAX_TAG_LENGTH))
    problems.push(`A tag is longer than ${MAX_TAG_LENGTH} characters.`)
  const locations = [...new Set(readList(fields.locations ?? '').map(withUpperCaseCountry))]
  const notLocations = locations.filter((location) => !isLocation(location))
  if (notLocations.length > 0) problems.push(`Not a country code: ${notLocations.join(', ')}.`)
  if (locations.length > MAX_LOCATIONS) problems.push(`There are more than ${MAX_LOCATIONS} countries.`)
  const providers = readList(fields.providers ?? '')
  const unknown = providers.filter((token) => !existing.providers.has(token.toLowerCase()))
  if (unknown.length > 0) problems.push(`Unknown provider: ${unknown.join(', ')}.`)
  const active = activeOf(fields.active)
  if (active === null) problems.push('Active must be true or false.')
  const tokens = [...new Set(providers.map((token) => existing.providers.get(token.toLowerCase()) ?? token))]
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

/** Returns undefined for an empty field and null for an invalid value. */
function activeOf(field = ''): boolean | null | undefined {
  const value = field.trim().toLowerCase()
  if (value === '') return undefined
  if (['true', 'yes', '1'].includes(value)) return true
  return ['false', 'no', '0'].includes(value) ? false : null
}

/** Removes duplicate tags, ignoring case. The first spelling is kept. */
function distinct(names: readonly string[]): string[] {
  return [...new Map(names.toReversed().map((name) => [name.toLowerCase(), name])).values()].toReversed()
}
