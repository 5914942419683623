import { expect, it } from 'vitest'
import { readConfig } from './read.ts'
import { effectiveVariables, referenceTables, VARIABLES } from './reference.ts'

const PAGE = `# Configuration

Answergraph is configured with environment variables. \`answergraph config\` prints the values that it uses, and
\`answergraph config --explain\` adds the meaning of each. A server writes the values that differ from the defaults to its
log when it starts.

All variables are checked at startup. An invalid value ends the process with a message that names the variable. An empty
variable counts as unset.

A variable with \\* is a secret. It can be in a file: set \`SECRET_KEY_FILE=/run/secrets/secret_key\` instead of
\`SECRET_KEY\`, as Docker and Kubernetes mount secrets. The same works for the credentials of vendors, such as
\`OPENAI_API_KEY_FILE\`; [providers.md](providers.md#credentials) lists them. \`answergraph config\` and the log say only
that a secret is set.

Commands that call a running server, such as \`answergraph mcp\`, also read \`ANSWERGRAPH_KEY\` and \`ANSWERGRAPH_URL\`.

This page is generated from \`src/config/variables.ts\`.

`

it('docs/configuration.md lists every variable with its default and meaning (update: npx vitest run src/config -u)', async () => {
  await expect(PAGE + referenceTables()).toMatchFileSnapshot('../../docs/configuration.md')
})

it('every variable has a meaning without a full stop at the end, as the other cells of tables', () => {
  for (const { name, description } of VARIABLES) expect(description, name).toMatch(/[^.]$/)
})

it('the effective values contain no secret', () => {
  const environment = { PORT: '5000', SECRET_KEY: 'x'.repeat(32), DATABASE_URL: 'postgres://me:hidden@db/x' }
  const values = effectiveVariables(environment)
  const find = (name: string) => values.find((variable) => variable.name === name)
  expect(find('PORT')).toMatchObject({ value: '5000', source: 'environment' })
  expect(find('HOST')).toMatchObject({ value: '127.0.0.1', source: 'default' })
  expect(find('SECRET_KEY')).toMatchObject({ value: 'set', source: 'environment' })
  expect(find('REDIS_URL')).toMatchObject({ value: null, source: 'default' })
  expect(JSON.stringify(values)).not.toMatch(/hidden|xxxx/)
  expect(readConfig(environment).port).toBe(5000)
})
