import { configDefaults, defineConfig } from 'vitest/config'

/** Vite would load graphql's ES module beside the CommonJS one that Pothos loads: two copies that refuse each other's objects. */
const resolve = { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] }

const SYSTEM = {
  environment: 'node' as const,
  globalSetup: ['test/global-setup.ts', 'test/parity/size.ts'],
  testTimeout: 60_000,
  hookTimeout: 60_000,
}

/** Tests that measure time: other tests running beside them would count against the product, so they run after all others. */
const TIMED = ['test/faults/graphql-abuse.test.ts', 'test/faults/large-answers.test.ts']

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        resolve,
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts'],
          environment: 'node',
          // A worker loads the libraries once for all of its files: a third of the CPU time went into that.
          isolate: false,
          // Simulations and property tests take seconds of CPU time, and longer on a busy machine.
          testTimeout: 60_000,
        },
      },
      {
        resolve,
        test: {
          ...SYSTEM,
          name: 'api',
          include: ['test/api/**/*.test.ts'],
          // A worker loads the product once for all of its files. Each of them has a world of its own.
          isolate: false,
        },
      },
      {
        resolve,
        test: {
          ...SYSTEM,
          name: 'system',
          include: ['test/**/*.test.ts'],
          // A project's own list replaces the default one, which keeps out node_modules: the benchmarks' peers have tests.
          exclude: [...configDefaults.exclude, 'test/api/**', ...TIMED],
        },
      },
      { resolve, test: { ...SYSTEM, name: 'timed', include: TIMED, sequence: { groupOrder: 1 } } },
    ],
  },
})
