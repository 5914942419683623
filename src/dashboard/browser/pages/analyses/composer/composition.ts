import { count, country, number } from '../../../figures/format.ts'

/** What one analysis accepts at most; `units` is the product of the other numbers. */
export const MOST = { prompts: 100, locations: 20, replicates: 10, atMost: 100, units: 10_000 } as const

/** What is to be asked, as it is in the form. */
export interface Composition {
  /** One prompt a line. */
  text: string
  /** Tokens. */
  providers: readonly string[]
  /** Country codes. */
  locations: readonly string[]
  /** With `margin` those of one round. */
  replicates: number
  /** How narrow the interval of the mention rate is to be, in points to each side; null: all is asked at once. */
  margin: number | null
  /** The most times that each is asked with `margin`. */
  atMost: number
  webhookUrl: string
  webhookSecret: string
}

/** When to stop asking again, as the server takes it; undefined where all is asked at once. */
export function stopWhenOf({ replicates, margin, atMost }: Composition) {
  return margin === null ? undefined : { halfWidth: margin / 100, atMost: Math.max(replicates, atMost) }
}

/** A prompt and the line that it stands on, 1-based. */
export interface PromptLine {
  line: number
  text: string
}

/** A line that repeats an earlier one; it is asked once. */
export interface Repetition {
  line: number
  first: number
}

/** The prompts of a text without empty lines and repetitions. */
export function readPrompts(text: string): { prompts: PromptLine[]; repetitions: Repetition[] } {
  const first = new Map<string, number>()
  const prompts: PromptLine[] = []
  const repetitions: Repetition[] = []
  for (const [index, given] of text.split(/\r\n|\r|\n/).entries()) {
    const one = given.trim()
    if (one === '') continue
    const before = first.get(one)
    if (before !== undefined) repetitions.push({ line: index + 1, first: before })
    else {
      first.set(one, index + 1)
      prompts.push({ line: index + 1, text: one })
    }
  }
  return { prompts, repetitions }
}

/** What a provider says of itself, as far as it decides whether it can be asked. */
export interface AskedProvider {
  token: string
  label: string
  state: 'REAL' | 'SIMULATED' | 'UNAVAILABLE'
  /** Null: every country. */
  locations: readonly string[] | null
}

/** How many questions a composition asks, each for one credit, and why it cannot be started. */
export interface Estimate {
  units: number
  /** `3 prompts × 2 providers × 1 country × 2 times`, or `… × at most 50 times`. */
  product: string
  obstacle: string | null
}

/** Estimates a composition before it is started, by the rules of the server. */
export function estimateOf(
  composition: Composition,
  { catalogue, balance }: { catalogue: readonly AskedProvider[]; balance: number },
): Estimate {
  const { text, providers, locations } = composition
  const stopWhen = stopWhenOf(composition)
  const times = stopWhen?.atMost ?? composition.replicates
  const { prompts } = readPrompts(text)
  const asked = catalogue.filter(({ token }) => providers.includes(token))
  const units = prompts.length * asked.length * locations.length * times
  const product = [
    count(prompts.length, 'prompt'),
    count(asked.length, 'provider'),
    count(locations.length, 'country', 'countries'),
    `${stopWhen ? 'at most ' : ''}${count(times, 'time')}`,
  ].join(' × ')
  const obstacle = () => {
    if (prompts.length === 0) return 'Write at least one prompt.'
    if (prompts.length > MOST.prompts)
      return `One analysis asks at most ${MOST.prompts} prompts; these are ${number(prompts.length)}.`
    if (asked.length === 0) return 'Choose at least one provider.'
    const away = asked.find(({ state }) => state === 'UNAVAILABLE')
    if (away) return `${away.label} cannot be asked at present.`
    if (locations.length === 0) return 'Choose at least one country.'
    if (locations.length > MOST.locations)
      return `One analysis asks from at most ${MOST.locations} countries.`
    for (const provider of asked) {
      const outside = locations.find((code) => provider.locations && !provider.locations.includes(code))
      if (outside) return `${provider.label} cannot be asked from ${country(outside)}.`
    }
    if (units > MOST.units)
      return `One analysis asks at most ${number(MOST.units)} questions; these are ${number(units)}.`
    if (units > balance)
      return `The organization has ${count(balance, 'credit')}; ${number(units - balance)} more are needed.`
    return null
  }
  return { units, product, obstacle: obstacle() }
}

/** What the server says is wrong, by the part of the form. */
export interface FormErrors {
  /** By line of the prompts. */
  lines: ReadonlyMap<number, string>
  prompts?: string[]
  providers?: string[]
  locations?: string[]
  replicates?: string[]
  stopWhen?: string[]
  webhookUrl?: string[]
  webhookSecret?: string[]
}

const FIELDS = [
  ['providers', 'providers'],
  ['locations', 'locations'],
  ['replicates', 'replicates'],
  ['stopWhen', 'stopWhen'],
  ['webhook.secret', 'webhookSecret'],
  ['webhook', 'webhookUrl'],
  ['prompts', 'prompts'],
  ['prompt', 'prompts'],
] as const

/** Puts errors of fields such as `prompts.3` and `webhook.url` where they belong. */
export function formErrorsOf(
  fieldErrors: Readonly<Record<string, readonly string[]>>,
  prompts: readonly PromptLine[],
): FormErrors {
  const lines = new Map<number, string>()
  const found: Omit<FormErrors, 'lines'> = {}
  for (const [path, messages] of Object.entries(fieldErrors)) {
    const index = /^prompts\.(\d+)$/.exec(path)?.[1]
    const line = index === undefined ? undefined : prompts[Number(index)]?.line
    if (line !== undefined) {
      lines.set(line, messages.join(' '))
      continue
    }
    const field = FIELDS.find(([name]) => path === name || path.startsWith(`${name}.`))?.[1]
    if (field) found[field] = [...(found[field] ?? []), ...messages.map(sentence)]
  }
  return { lines, ...found }
}

/** The server says `must be at least 1`; the field stands before it. */
function sentence(message: string): string {
  return `This ${message}.`
}
