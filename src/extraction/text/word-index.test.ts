import { describe, expect, it } from 'vitest'
import { hashWord, indexWords, rowOf, rowOfWord } from './word-index.ts'

const WORDS = ['not', 'owner', 'cloud', 'based', 'self-made', 'good']
const index = indexWords(Int32Array.from(WORDS, (word) => hashWord(word)))

function wordOf(word: string): string | undefined {
  return WORDS[rowOfWord(index, word, hashWord(word))]
}

describe('word index', () => {
  it('finds the row of a word by its hash, also if slots collide', () => {
    const hashes = Int32Array.from({ length: 5000 }, (_, row) => hashWord(`word${row}`))
    const many = indexWords(hashes)
    expect(Array.from(hashes, (hash) => rowOf(many, hash))).toEqual(Array.from(hashes.keys()))
    expect(rowOf(many, hashWord('word5000'))).toBe(-1)
  })

  it('finds rows for contractions, possessives and parts of compounds', () => {
    expect(["didn't", "owner's", 'cloud-based', 'cloud-xyl', 'self-made', 'good'].map(wordOf)).toEqual([
      'not',
      'owner',
      'based',
      'cloud',
      'self-made',
      'good',
    ])
    expect(['xyl', "xyl's", 'xyl-lyx', '-', "'"].map(wordOf)).toEqual(Array(5).fill(undefined))
  })
})
