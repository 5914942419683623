import type { Language } from '../foundation/language.ts'
import denials from './denials.json' with { type: 'json' }
import facts from './facts.json' with { type: 'json' }
import grammar from './grammar.json' with { type: 'json' }
import headings from './headings.json' with { type: 'json' }
import opinions from './opinions.json' with { type: 'json' }
import suggestions from './suggestions.json' with { type: 'json' }
import themes from './themes.json' with { type: 'json' }

export const japanese: Language = {
  code: 'ja',
  name: 'Japanese',
  cues: { ...opinions, ...suggestions, ...headings, ...facts },
  themes,
  grammar,
  denials,
}
