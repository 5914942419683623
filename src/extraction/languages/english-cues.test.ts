import { describe, expect, it } from 'vitest'
import { cuesIn } from './cues-in.ts'
import type { CueKind } from './foundation/language.ts'

const OPINIONS: CueKind[] = ['praise', 'fault', 'better', 'worse']
const ADVICE: CueKind[] = ['first', 'recommend', 'discourage']

describe('English cues', () => {
  it('match whole idioms of praise and criticism', () => {
    expect(cuesIn('en', 'It punches above its weight.', OPINIONS)).toEqual(['praise: punches above'])
    expect(cuesIn('en', 'Hard to beat, and it does the job.', OPINIONS)).toEqual([
      'praise: hard to beat',
      'praise: does the job',
    ])
    expect(cuesIn('en', 'The app is long in the tooth and falls short.', OPINIONS)).toEqual([
      'fault: long in the tooth',
      'fault: falls short',
    ])
    expect(cuesIn('en', 'A refund took weeks. There is no way to cancel.', OPINIONS)).toEqual([
      'fault: took weeks',
      'fault: no way to',
    ])
  })

  it('do not treat plain functions and features as opinions', () => {
    for (const text of [
      'It removes viruses, blocks malware and treats diarrhea.',
      'Noise cancelling headphones with a hard drive.',
      'A free plan, support for PDF and fast charging.',
      'A limited edition smart TV with error messages.',
    ])
      expect(cuesIn('en', text, OPINIONS)).toEqual([])
  })

  it('distinguish recommendations from advice against', () => {
    expect(cuesIn('en', 'It is my first choice.', ADVICE)).toEqual(['first: first choice'])
    expect(cuesIn('en', 'A sensible choice for beginners.', ADVICE)).toContain('recommend: for beginners')
    expect(cuesIn('en', "Give it a miss. I wouldn't recommend it.", ADVICE)).toEqual([
      'discourage: give it a miss',
      "discourage: wouldn't recommend",
    ])
    expect(cuesIn('en', 'Not worth the money: steer clear.', ADVICE)).toEqual([
      'discourage: not worth the',
      'discourage: steer clear',
    ])
  })

  it('match American and British spellings', () => {
    expect(cuesIn('en', 'My favourite. My favorite.', ['first'])).toHaveLength(2)
    expect(cuesIn('en', 'Disorganised or disorganized.', ['fault'])).toHaveLength(2)
  })
})
