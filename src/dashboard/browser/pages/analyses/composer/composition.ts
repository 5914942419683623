import { count, number } from '../../../formatting/format.ts'
import { locationName, splitLocation } from '../../../formatting/location.ts'

/** Maximum values accepted by the server. `units` is the product of the other numbers. */
export const MAX = { prompts: 100, locations: 20, replicates: 10, atMost: 100, units: 10_000 } as const

/** The values of the form. */
export interface Composition {
  /** One prompt per line. */
  text: string
  /** Provider tokens. */
  providers: readonly string[]
  locations: readonly string[]
  /** One persona per line, as `name: description`; see {@link readPersonas}. */
  personas: string
  /** Repetitions; with `margin`, repetitions per round. */
  replicates: number
  /** Target half-width of the mention rate's interval, in points. With null, all questions are asked in one round. */
  margin: number | null
  /** Maximum number of repetitions with `margin`. */
  atMost: number
  webhookUrl: string
  webhookSecret: string
}

/** Returns the stop condition in the format of the API; undefined without rounds. */
export function stopWhenOf({ replicates, margin, atMost }: Composition) {
  return margin === null ? undefined : { halfWidth: margin / 100, atMost: Math.max(replicates, atMost) }
}

/** Parses personas, one per line. A line with only a name asks without a persona, for comparison. */
export function readPersonas(text: string): { name: string; text: string | null }[] {
  return text.split(/\r\n|\r|\n/).flatMap((line) => {
    const [name = '', ...rest] = line.split(':')
    const description = rest.join(':').trim()
    return name.trim() === '' && description === '' ? [] : [{ name: name.trim(), text: description || null }]
  })
}

/** Formats personas as {@link readPersonas} parses them. */
export function writePersonas(personas: readonly { name: string; text: string | null }[]): string {
  return personas.map(({ name, text }) => (text === null ? name : `${name}: ${text}`)).join('\n')
}

/** A prompt and its 1-based line number. */
export interface PromptLine {
  line: number
  text: string
}

/** A line that repeats an earlier one and is not asked again. */
export interface Repetition {
  line: number
  first: number
}

/** Parses the prompts of a text, skipping empty and repeated lines. */
export function readPrompts(text: string): { prompts: PromptLine[]; repetitions: Repetition[] } {
  const first = new Map<string, number>()
  const prompts: PromptLine[] = []
  const repetitions: Repetition[] = []
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    const prompt = line.trim()
    if (prompt === '') continue
    const earlier = first.get(prompt)
    if (earlier !== undefined) repetitions.push({ line: index + 1, first: earlier })
    else {
      first.set(prompt, index + 1)
      prompts.push({ line: index + 1, text: prompt })
    }
  }
  return { prompts, repetitions }
}

/** The properties of a provider that decide whether it can be asked. */
export interface AskedProvider {
  token: string
  label: string
  state: 'REAL' | 'SIMULATED' | 'UNAVAILABLE'
  /** Supported countries; null for all. */
  locations: readonly string[] | null
}

/** The number of questions, which cost one credit each, and the reason why the analysis cannot be started. */
export interface Estimate {
  units: number
  /** For example `3 prompts × 2 providers × 1 country × 2 times` or `… × at most 50 times`. */
  product: string
  obstacle: string | null
}

/** Estimates the cost of an analysis and validates it with the same rules as the server. */
export function estimateOf(
  composition: Composition,
  { catalogue, balance }: { catalogue: readonly AskedProvider[]; balance: number },
): Estimate {
  const { text, providers, locations } = composition
  const stopWhen = stopWhenOf(composition)
  const times = stopWhen?.atMost ?? composition.replicates
  const { prompts } = readPrompts(text)
  const asked = catalogue.filter(({ token }) => providers.includes(token))
  const personas = readPersonas(composition.personas).length
  const units = prompts.length * asked.length * locations.length * Math.max(1, personas) * times
  const product = [
    count(prompts.length, 'prompt'),
    count(asked.length, 'provider'),
    count(locations.length, 'country', 'countries'),
    ...(personas > 0 ? [count(personas, 'persona')] : []),
    `${stopWhen ? 'at most ' : ''}${count(times, 'time')}`,
  ].join(' × ')
  const obstacle = () => {
    if (prompts.length === 0) return 'Write at least one prompt.'
    if (prompts.length > MAX.prompts)
      return `An analysis can have at most ${MAX.prompts} prompts. You entered ${number(prompts.length)}.`
    if (asked.length === 0) return 'Choose at least one provider.'
    const unavailable = asked.find(({ state }) => state === 'UNAVAILABLE')
    if (unavailable) return `${unavailable.label} is not available right now.`
    if (locations.length === 0) return 'Choose at least one country.'
    if (locations.length > MAX.locations)
      return `An analysis can ask from at most ${MAX.locations} countries.`
    for (const provider of asked) {
      const { locations: countries } = provider
      const outside = locations.find(
        (location) => countries && !countries.includes(splitLocation(location)?.country ?? location),
      )
      if (outside) return `${provider.label} is not available in ${locationName(outside)}.`
    }
    if (units > MAX.units)
      return `An analysis can ask at most ${number(MAX.units)} questions. This one has ${number(units)}.`
    if (units > balance)
      return `The organization has ${count(balance, 'credit')} and needs ${number(units - balance)} more.`
    return null
  }
  return { units, product, obstacle: obstacle() }
}

/** Server errors by form field. */
export interface FormErrors {
  /** By line number. */
  lines: ReadonlyMap<number, string>
  prompts?: string[]
  providers?: string[]
  locations?: string[]
  personas?: string[]
  replicates?: string[]
  stopWhen?: string[]
  webhookUrl?: string[]
  webhookSecret?: string[]
}

const FIELDS = [
  ['providers', 'providers'],
  ['locations', 'locations'],
  ['personas', 'personas'],
  ['replicates', 'replicates'],
  ['stopWhen', 'stopWhen'],
  ['webhook.secret', 'webhookSecret'],
  ['webhook', 'webhookUrl'],
  ['prompts', 'prompts'],
  ['prompt', 'prompts'],
] as const

/** Assigns the server's errors for paths such as `prompts.3` and `webhook.url` to form fields. */
export function formErrorsOf(
  fieldErrors: Readonly<Record<string, readonly string[]>>,
  prompts: readonly PromptLine[],
): FormErrors {
  const lines = new Map<number, string>()
  const errors: Omit<FormErrors, 'lines'> = {}
  for (const [path, messages] of Object.entries(fieldErrors)) {
    const index = /^prompts\.(\d+)$/.exec(path)?.[1]
    const line = index === undefined ? undefined : prompts[Number(index)]?.line
    if (line !== undefined) {
      lines.set(line, messages.join(' '))
      continue
    }
    const field = FIELDS.find(([name]) => path === name || path.startsWith(`${name}.`))?.[1]
    if (field) errors[field] = [...(errors[field] ?? []), ...messages.map(sentence)]
  }
  return { lines, ...errors }
}

/** Completes a server message such as `must be at least 1`, which is meant to follow the field name. */
function sentence(message: string): string {
  return `This ${message}.`
}
