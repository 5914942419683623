import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSchema, type GraphQLSchema, isAbstractType, isInterfaceType } from 'graphql'
import type { Plugin, Rolldown, UserConfig } from 'vite'

const ROOT = join(import.meta.dirname, '..', '..', '..')

/** The interfaces of the schema whose fields are metrics. */
const METRIC_INTERFACES = ['EntityRates', 'ScopeFigures']

const SCHEMA_MODULE = 'virtual:schema'

/** Serves what the pages need to know of schema.graphql when they run; see virtual-modules.d.ts. */
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

/** A description without what concerns clients of the API: its cost, and marks of code. */
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

/** Lets the document ask for the typeface at once: found in the style sheet it would come too late to be used. */
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

/** The page that people come to first, and its document, which asks for its code at once and not only when the router does. */
const FIRST_PAGE = { module: 'pages/overview/overview.tsx', document: 'overview.html' }

/** Writes {@link FIRST_PAGE}'s document: index.html with the scripts and styles that the page imports. */
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

/** The files of a module of its own chunk: that chunk, those it imports at once, and their styles. */
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
 * Few files that are loaded together, in place of one for each set of pages that share some modules: a browser asks for six at a
 * time.
 */
const CHUNKS = [
  {
    name: 'libraries',
    test: /node_modules\/(react|react-dom|scheduler|@tanstack\/(history|react-router|react-store|router-core|store)|@urql|urql|wonka|graphql-ws|@0no-co)\//,
  },
  {
    name: 'parts',
    // Without what needs the libraries of charts and of long lists.
    test: /browser\/(frame\/|graphql\/|parts\/(?!virtual)|progress\/|routing\/|figures\/(entity-colour|estimate|format|help|rate\.|verdict))/,
    minShareCount: 2,
  },
  { name: 'charts', test: /node_modules\/(d3-|internmap)|browser\/figures\//, minShareCount: 2 },
]

/** Where the gateway listens while the dashboard is developed: `npm start` in another terminal. */
const GATEWAY = process.env.GATEWAY_URL ?? 'http://127.0.0.1:4000'

const config: UserConfig = {
  root: import.meta.dirname,
  base: '/',
  logLevel: 'warn',
  plugins: [schemaFacts(), preloadFonts(), firstPageDocument()],
  build: {
    // No polyfill and no inline data: the Content-Security-Policy allows files of this origin only.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    reportCompressedSize: false,
    emptyOutDir: true,
    // The router's modules say for React Server Components where they run.
    rolldownOptions: {
      checks: { moduleLevelDirective: false },
      output: { codeSplitting: { groups: CHUNKS } },
    },
  },
  server: {
    proxy: {
      // The endpoint, and not the folder of this name.
      '^/graphql(\\?|$)': { target: GATEWAY, ws: true },
      '/api': { target: GATEWAY },
      '/docs': { target: GATEWAY },
    },
  },
}

export default config
