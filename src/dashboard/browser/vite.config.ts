import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSchema, type GraphQLSchema, isAbstractType, isInterfaceType } from 'graphql'
import type { Plugin, UserConfig } from 'vite'

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

/** Where the gateway listens while the dashboard is developed: `npm start` in another terminal. */
const GATEWAY = process.env.GATEWAY_URL ?? 'http://127.0.0.1:4000'

const config: UserConfig = {
  root: import.meta.dirname,
  base: '/',
  logLevel: 'warn',
  plugins: [schemaFacts(), preloadFonts()],
  build: {
    // No polyfill and no inline data: the Content-Security-Policy allows files of this origin only.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    reportCompressedSize: false,
    emptyOutDir: true,
    // The router's modules say for React Server Components where they run.
    rolldownOptions: { checks: { moduleLevelDirective: false } },
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
