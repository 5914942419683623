import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSchema, type GraphQLSchema, isAbstractType, isInterfaceType } from 'graphql'
import type { Plugin, Rolldown, UserConfig } from 'vite'

const ROOT = join(import.meta.dirname, '..', '..', '..')

/** The interfaces of the schema with metrics as fields. */
const METRIC_INTERFACES = ['EntityRates', 'ScopeFigures']

const SCHEMA_MODULE = 'virtual:schema'

/** Provides the `virtual:schema` module; see virtual-modules.d.ts. */
function schemaFacts(): Plugin {
  return {
    name: 'schema-facts',
    resolveId: (id) => (id === SCHEMA_MODULE ? `\0${SCHEMA_MODULE}` : null),
    load: (id) => {
      if (id !== `\0${SCHEMA_MODULE}`) return null
      const schema = buildSchema(readFileSync(join(ROOT, 'schema.graphql'), 'utf8'))
      const facts = { METRIC_DESCRIPTIONS: metricDescriptions(schema), POSSIBLE_TYPES: possibleTypes(schema) }
      return Object.entries(facts)
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
        .join('\n')
    },
  }
}

function metricDescriptions(schema: GraphQLSchema): object {
  const fields = METRIC_INTERFACES.flatMap((name) => {
    const type = schema.getType(name)
    return isInterfaceType(type) ? Object.values(type.getFields()) : []
  })
  return Object.fromEntries(fields.map(({ name, description }) => [name, forReaders(description ?? '')]))
}

/** Removes from a description what only concerns API clients: query cost and code formatting. */
function forReaders(description: string): string {
  return description
    .replace(/\s*Cost: .*$/s, '')
    .replace(/: see `\w+`\./, '.')
    .replaceAll('`', '')
}

function possibleTypes(schema: GraphQLSchema): object {
  const abstract = Object.values(schema.getTypeMap()).filter(isAbstractType)
  return Object.fromEntries(
    abstract.map((type) => [type.name, schema.getPossibleTypes(type).map(({ name }) => name)]),
  )
}

/**
 * Preloads the fonts. If the browser discovered them in the style sheet, they would arrive too late for the first
 * paint.
 */
function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((file) => file.endsWith('.woff2'))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: true },
            injectTo: 'head-prepend' as const,
          })),
    },
  }
}

/**
 * The page that users open first. Its own HTML document preloads the page's code, so that loading does not wait for the
 * router.
 */
const FIRST_PAGE = { module: 'pages/overview/overview.tsx', document: 'overview.html' }

/** Writes {@link FIRST_PAGE}'s document: index.html plus the scripts and styles of the page. */
function firstPageDocument(): Plugin {
  return {
    name: 'first-page-document',
    apply: 'build',
    writeBundle({ dir = '' }, bundle) {
      const html = readFileSync(join(dir, 'index.html'), 'utf8')
      const files = filesOf(bundle, (id) => id.endsWith(FIRST_PAGE.module))
      const links = files
        .filter((file) => !html.includes(`"/${file}"`))
        .map(
          (file) =>
            `    <link rel="${file.endsWith('.css') ? 'stylesheet' : 'modulepreload'}" crossorigin href="/${file}">\n`,
        )
      writeFileSync(join(dir, FIRST_PAGE.document), html.replace('  </head>', `${links.join('')}  </head>`))
    },
  }
}

/** Returns the files of a module's own chunk, the chunks it imports statically, and their styles. */
function filesOf(bundle: Rolldown.OutputBundle, isModule: (id: string) => boolean): string[] {
  const files = new Set<string>()
  const add = (file: string) => {
    const chunk = bundle[file]
    if (files.has(file) || chunk?.type !== 'chunk') return
    files.add(file)
    chunk.imports.forEach(add)
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style)
  }
  for (const chunk of Object.values(bundle))
    if (chunk.type === 'chunk' && isModule(chunk.facadeModuleId ?? '')) add(chunk.fileName)
  return [...files]
}

/**
 * Groups modules into a few chunks that are loaded together, instead of one chunk for each set of pages that share
 * modules. Browsers load only about six files at a time.
 */
const CHUNKS = [
  {
    name: 'libraries',
    test: /node_modules\/(react|react-dom|scheduler|@tanstack\/(history|react-router|react-store|router-core|store)|@urql|urql|wonka|graphql-ws|@0no-co)\//,
  },
  {
    name: 'components',
    // Excludes modules that need the chart and virtual list libraries.
    test: /browser\/(layout\/|graphql\/|components\/(?!virtual)|formatting\/|progress\/|routing\/|charts\/(entity-color|estimate|help|rate\.|verdict))/,
    minShareCount: 2,
  },
  { name: 'charts', test: /node_modules\/(d3-|internmap)|browser\/charts\//, minShareCount: 2 },
]

/** Address of the gateway during development: run `npm start` in another terminal. */
const GATEWAY = process.env.GATEWAY_URL ?? 'http://127.0.0.1:4000'

const config: UserConfig = {
  root: import.meta.dirname,
  base: '/',
  logLevel: 'warn',
  plugins: [schemaFacts(), preloadFonts(), firstPageDocument()],
  build: {
    // No polyfill and no inlined data: the Content-Security-Policy allows only files from this origin.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    reportCompressedSize: false,
    emptyOutDir: true,
    // The router's modules contain directives for React Server Components.
    rolldownOptions: {
      checks: { moduleLevelDirective: false },
      output: { codeSplitting: { groups: CHUNKS } },
    },
  },
  server: {
    proxy: {
      // Only the endpoint, not the source folder of the same name.
      '^/graphql(\\?|$)': { target: GATEWAY, ws: true },
      '/api': { target: GATEWAY },
      '/docs': { target: GATEWAY },
    },
  },
}

export default config
