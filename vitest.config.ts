import { configDefaults, defineConfig } from 'vitest/config'
import { SkippedSummary } from './test/skipped-summary.ts'

const CLIENT = `${import.meta.dirname}/clients/typescript/src`

const resolve = {
  alias: [
    // Vite would load graphql's ES module, and Pothos loads the CommonJS one. graphql rejects objects of a second copy.
    { find: /^graphql$/, replacement: 'graphql/index.js' },
    // Tests use the source of the client, so that they need no build of it.
    { find: /^@answergraph\/client$/, replacement: `${CLIENT}/index.ts` },
    { find: /^@answergraph\/client\/cache$/, replacement: `${CLIENT}/cache.ts` },
  ],
}

const SYSTEM = {
  environment: 'node' as const,
  globalSetup: ['test/global-setup.ts', 'test/parity/size.ts'],
  testTimeout: 60_000,
  hookTimeout: 60_000,
}

/**
 * Tests that run after all others, one file at a time: tests that measure time, which tests in parallel would slow down, and the
 * tests of the npm packages, which build files that other tests use.
 */
const TIMED = [
  'test/faults/graphql-abuse.test.ts',
  'test/faults/large-answers.test.ts',
  'test/clients/typescript-package.test.ts',
  'test/journey/installed-package.test.ts',
]

export default defineConfig({
  test: {
    maxWorkers: 2,
    reporters: ['default', new SkippedSummary()],
    projects: [
      {
        resolve,
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts'],
          environment: 'node',
          // A worker then loads the libraries once for all of its files. Loading took a third of the CPU time.
          isolate: false,
          // Simulations and property tests take seconds of CPU time, and more on a busy machine.
          testTimeout: 60_000,
        },
      },
      {
        resolve,
        test: {
          ...SYSTEM,
          name: 'api',
          include: ['test/api/**/*.test.ts'],
          // A worker then loads the product once for all of its files. Each file creates its own world.
          isolate: false,
        },
      },
      {
        resolve,
        test: {
          ...SYSTEM,
          name: 'system',
          include: ['test/**/*.test.ts'],
          // As above.
          isolate: false,
          // This list replaces the default one, which excludes node_modules. The benchmarks' peers contain tests there.
          exclude: [...configDefaults.exclude, 'test/api/**', ...TIMED],
        },
      },
      {
        resolve,
        test: { ...SYSTEM, name: 'timed', include: TIMED, maxWorkers: 1, sequence: { groupOrder: 1 } },
      },
    ],
  },
})
