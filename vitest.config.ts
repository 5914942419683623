import { defineConfig } from 'vitest/config'

/** Vite would load graphql's ES module beside the CommonJS one that Pothos loads: two realms that refuse each other. */
const resolve = { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] }

const SYSTEM = {
  environment: 'node' as const,
  globalSetup: ['test/global-setup.ts'],
  testTimeout: 60_000,
  hookTimeout: 60_000,
}

/** Those that look at a clock would hold other tests' work against the product: they come last and by themselves. */
const ALONE = ['test/faults/graphql-abuse.test.ts']

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      { resolve, test: { name: 'unit', include: ['src/**/*.test.ts'], environment: 'node' } },
      { resolve, test: { ...SYSTEM, name: 'system', include: ['test/**/*.test.ts'], exclude: ALONE } },
      { resolve, test: { ...SYSTEM, name: 'alone', include: ALONE, sequence: { groupOrder: 1 } } },
    ],
  },
})
