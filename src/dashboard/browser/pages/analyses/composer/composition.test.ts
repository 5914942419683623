import { describe, expect, it } from 'vitest'
import {
  type AskedProvider,
  type Composition,
  estimateOf,
  formErrorsOf,
  readPersonas,
  readPrompts,
  stopWhenOf,
  writePersonas,
} from './composition.ts'

const catalogue: AskedProvider[] = [
  { token: 'a', label: 'A', state: 'REAL', locations: null },
  { token: 'b', label: 'B', state: 'SIMULATED', locations: ['US'] },
  { token: 'c', label: 'C', state: 'UNAVAILABLE', locations: null },
]
const composition: Composition = {
  text: 'One?\nTwo?',
  providers: ['a', 'b'],
  locations: ['US'],
  personas: '',
  replicates: 3,
  margin: null,
  atMost: 20,
  webhookUrl: '',
  webhookSecret: '',
}
const estimate = (changed: Partial<Composition> = {}, balance = 100) =>
  estimateOf({ ...composition, ...changed }, { catalogue, balance })

it('reads one prompt per line, ignores empty lines, and asks repeated prompts once', () => {
  expect(readPrompts('One?\r\n\n  Two? \nOne?')).toEqual({
    prompts: [
      { line: 1, text: 'One?' },
      { line: 3, text: 'Two?' },
    ],
    repetitions: [{ line: 4, first: 1 }],
  })
})

it('reads one persona per line, and asks without one where a line has only a name', () => {
  const personas = [
    { name: 'none', text: null },
    { name: 'student', text: 'I study: mostly at night.' },
  ]
  expect(readPersonas('none\n\n student :  I study: mostly at night.')).toEqual(personas)
  expect(readPersonas(writePersonas(personas))).toEqual(personas)
  expect(readPersonas(' ')).toEqual([])
})

describe('the estimate', () => {
  it('multiplies prompts, providers, countries and repetitions', () => {
    expect(estimate()).toEqual({
      units: 12,
      product: '2 prompts × 2 providers × 1 country × 3 times',
      obstacle: null,
    })
  })

  it('multiplies by the personas', () => {
    expect(estimate({ personas: 'none\nstudent: I study.' })).toMatchObject({
      units: 24,
      product: '2 prompts × 2 providers × 1 country × 2 personas × 3 times',
    })
  })

  it('uses the maximum number of repetitions for rounds, and never less than one round', () => {
    expect(estimate({ margin: 10 })).toMatchObject({
      units: 80,
      product: '2 prompts × 2 providers × 1 country × at most 20 times',
    })
    expect(estimate({ margin: 10, atMost: 2 })).toMatchObject({ units: 12 })
    expect(stopWhenOf({ ...composition, margin: 10 })).toEqual({ halfWidth: 0.1, atMost: 20 })
    expect(stopWhenOf(composition)).toBeUndefined()
  })

  it('explains why an analysis cannot be started', () => {
    expect(estimate({ text: ' \n' }).obstacle).toBe('Write at least one prompt.')
    expect(estimate({ providers: [] }).obstacle).toBe('Choose at least one provider.')
    expect(estimate({ providers: ['a', 'c'] }).obstacle).toBe('C is not available right now.')
    expect(estimate({ locations: [] }).obstacle).toBe('Choose at least one country.')
    expect(estimate({ locations: ['US', 'DE'] }).obstacle).toBe('B is not available in Germany.')
    expect(estimate({}, 10).obstacle).toBe('The organization has 10 credits and needs 2 more.')
    const many = Array.from({ length: 101 }, (_, index) => `Question ${index}`).join('\n')
    expect(estimate({ text: many }).obstacle).toBe(
      'An analysis can have at most 100 prompts. You entered 101.',
    )
  })

  it('allows at most 10,000 questions', () => {
    const text = Array.from({ length: 100 }, (_, index) => `Question ${index}`).join('\n')
    const asked = { text, providers: ['a'], replicates: 10 }
    const places = ['US', 'DE', 'FR', 'GB', 'IT', 'ES', 'PT', 'NL', 'BE', 'AT']
    expect(estimate({ ...asked, locations: places }, 20_000).obstacle).toBeNull()
    expect(estimate({ ...asked, locations: [...places, 'CH'] }, 20_000).obstacle).toBe(
      'An analysis can ask at most 10,000 questions. This one has 11,000.',
    )
  })
})

it('shows server errors at their line or field', () => {
  const { prompts } = readPrompts('One?\n\nOne?\nTwo?')
  expect(
    formErrorsOf(
      {
        'prompts.1': ['must be shorter'],
        'webhook.url': ['must begin with https'],
        'locations.0': ['must be a country'],
      },
      prompts,
    ),
  ).toEqual({
    lines: new Map([[4, 'must be shorter']]),
    webhookUrl: ['This must begin with https.'],
    locations: ['This must be a country.'],
  })
})
