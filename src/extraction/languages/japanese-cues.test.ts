import { describe, expect, it } from 'vitest'
import { cuesIn } from './cues-in.ts'
import type { CueKind } from './foundation/language.ts'

const OPINIONS: CueKind[] = ['praise', 'fault', 'better', 'worse']
const ADVICE: CueKind[] = ['first', 'recommend', 'discourage']

describe('Japanese cues', () => {
  it('match within a sentence without spaces', () => {
    expect(cuesIn('ja', '使いやすく、頭ひとつ抜けています。', OPINIONS)).toEqual([
      'praise: 使いやす',
      'praise: 頭ひとつ抜け',
    ])
    expect(cuesIn('ja', '値上げが目立ち、評価は分かれます。', OPINIONS)).toEqual([
      'fault: 値上げが目立',
      'fault: 評価は分かれ',
    ])
  })

  it('treat a negated merit as a fault and a negated fault as a merit', () => {
    expect(cuesIn('ja', '使いやすくない。', OPINIONS)).toEqual(['fault: 使いやすくない'])
    expect(cuesIn('ja', '使いやすいとは言えません。', OPINIONS)).toEqual(['fault: 使いやすいとは言え'])
    expect(cuesIn('ja', '故障が少なく、弱点が見当たりません。', OPINIONS)).toEqual([
      'praise: 故障が少な',
      'praise: 弱点が見当',
    ])
  })

  it('do not match inside another word', () => {
    expect(cuesIn('ja', '格安航空会社は必ずここで受け付けます。', OPINIONS)).toEqual([])
    expect(cuesIn('ja', '落ち着いた。', OPINIONS)).toEqual(['praise: 落ち着いた'])
    expect(cuesIn('ja', '必ずいただく。', ['negation', 'contrast'])).toEqual([])
  })

  it('distinguish first choices and recommendations from advice against', () => {
    expect(cuesIn('ja', '一つだけ挙げるならこれです。', ADVICE)).toEqual(['first: 一つだけ挙げ'])
    expect(cuesIn('ja', '初心者におすすめです。', ADVICE)).toEqual(['recommend: 初心者におすすめ'])
    expect(cuesIn('ja', '初心者にはおすすめできません。', ADVICE)).toEqual(['discourage: おすすめできませ'])
    expect(cuesIn('ja', '今あえて選ぶ理由が見当たりません。', ADVICE)).toContain('discourage: 選ぶ理由が見当')
  })
})
