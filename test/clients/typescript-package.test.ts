import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..', '..')
const PACKAGE = join(ROOT, 'clients', 'typescript')
/** Runs a command of an installed package. */
function run(command: string, parameters: readonly string[], cwd = ROOT): void {
  execFileSync(join(ROOT, 'node_modules', '.bin', command), parameters, { cwd, stdio: 'pipe' })
}

let folder: string
let archive: string
let committed: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'answergraph-client-'))
  const facts = join(PACKAGE, 'src', 'schema-facts.ts')
  committed = readFileSync(facts, 'utf8')
  const options = { cwd: PACKAGE, encoding: 'utf8' } as const
  // `prepack` generates and builds the package.
  const output = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], options)
  const [{ filename }] = JSON.parse(output.slice(output.indexOf('[\n'))) as [{ filename: string }]
  archive = join(folder, filename)
}, 120_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('has the facts of the current schema', () => {
  expect(
    readFileSync(join(PACKAGE, 'src', 'schema-facts.ts'), 'utf8') === committed,
    'run npm run client',
  ).toBe(true)
})

it('passes publint and are-the-types-wrong', () => {
  run('publint', [archive, '--strict'])
  // The schema is not a module.
  run('attw', [archive, '--profile', 'esm-only', '--exclude-entrypoints', 'schema.graphql'])
})

it('is installed with its types in an application', () => {
  execFileSync('tar', ['-xzf', archive, '-C', folder])
  const modules = join(folder, 'node_modules')
  cpSync(join(folder, 'package'), join(modules, '@answergraph', 'client'), { recursive: true })
  // Its dependencies, as npm would install them.
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers', 'graphql-sse', 'graphql'])
    cpSync(join(ROOT, 'node_modules', name), join(modules, name), { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(
    join(folder, 'app.ts'),
    `import { createAnswergraph, unwrap } from '@answergraph/client'
     import { urqlCacheOptions } from '@answergraph/client/cache'
     const { rest } = createAnswergraph({ key: 'svc_TEST' })
     async function nameOf(): Promise<string> {
       const { data } = await unwrap(rest.GET('/v1/project'))
       // @ts-expect-error: a project has no such field
       data.colour
       return data.name
     }
     console.log(typeof nameOf, typeof urqlCacheOptions().keys.Viewer)`,
  )
  const compilerOptions = {
    strict: true,
    target: 'es2022',
    module: 'nodenext',
    skipLibCheck: true,
    lib: ['es2022', 'dom'],
    types: [],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['app.ts'] }))
  run('tsc', ['-p', '.'], folder)
  expect(execFileSync(process.execPath, ['app.js'], { cwd: folder, encoding: 'utf8' })).toBe(
    'function function\n',
  )
})
