import { defineConfig } from 'vitest/config'

/** Vite would load graphql's ES module beside the CommonJS one that Yoga and Pothos load: two realms that refuse each other. */
const resolve = { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] }

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      { resolve, test: { name: 'unit', include: ['src/**/*.test.ts'], environment: 'node' } },
      {
        resolve,
        test: {
          name: 'system',
          include: ['test/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['test/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
