// Prose only: fails on the phrases that make comments, messages and guides hard to read. Biome checks the code.
import markdown from '@eslint/markdown'
import parser from '@typescript-eslint/parser'

/** See "Writing" in CONTRIBUTING.md for what to write instead. */
const PHRASES = [
  'that of',
  'those of',
  'those that',
  'those which',
  'those whose',
  'said of',
  'told of',
  'of whom',
  'to be had',
  'could be had',
  'of its own',
  'of their own',
  'beside',
  'nobody',
  'begun',
  'hitherto',
  'thereof',
]
/** Strings and guides: phrases only, because single words are also data, such as names of fields. */
const PATTERN = `/\\b(${PHRASES.filter((phrase) => phrase.includes(' ')).join('|')})\\b/i`
const message = 'Rewrite this sentence in everyday English: see "Writing" in CONTRIBUTING.md.'

// biome-ignore lint/style/noDefaultExport: ESLint loads its configuration from the default export.
export default [
  {
    ignores: [
      '**/generated/**',
      'dist/**',
      'src/extraction/languages/**',
      'src/providers/simulated/**',
      'test/**',
      // Prompts for language models are data.
      'src/extraction/judge/prompt.ts',
      'src/mcp/prompts/**',
    ],
  },
  {
    files: ['src/**/*.{ts,tsx}', 'training/*.ts', 'release/*.ts'],
    languageOptions: { parser },
    linterOptions: { reportUnusedDisableDirectives: 'off' },
    rules: {
      'no-warning-comments': ['error', { terms: PHRASES, location: 'anywhere' }],
      'no-restricted-syntax': [
        'error',
        ...[
          `Literal[value=${PATTERN}]`,
          `TemplateElement[value.raw=${PATTERN}]`,
          `JSXText[value=${PATTERN}]`,
        ].map((selector) => ({ selector, message })),
      ],
    },
  },
  {
    // Browsers do not have the fault that parse-url.ts describes.
    files: ['src/**/*.ts'],
    ignores: ['src/dashboard/browser/**'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'URL', property: 'canParse', message: 'Use parseUrl from src/definitions/parse-url.ts.' },
      ],
    },
  },
  {
    files: ['README.md', 'CONTRIBUTING.md', 'docs/*.md'],
    plugins: { markdown },
    language: 'markdown/gfm',
    rules: { 'no-restricted-syntax': ['error', { selector: `text[value=${PATTERN}]`, message }] },
  },
]
