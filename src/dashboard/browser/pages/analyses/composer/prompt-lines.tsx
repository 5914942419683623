import { useRef } from 'react'
import { count } from '../../../figures/format.ts'
import { TextArea } from '../../../parts/field.tsx'
import { MultiSelect } from '../../../parts/multi-select.tsx'
import styles from './composer.module.css'
import { MOST, readPrompts } from './composition.ts'

/** The prompts, one a line, and what is to be said of single lines; each remark leads to its line. */
export function PromptLines({
  text,
  known,
  errors,
  onChange,
}: {
  text: string
  /** The prompts of the project. */
  known: readonly string[]
  errors: { lines: ReadonlyMap<number, string>; prompts?: string[] | undefined }
  onChange: (text: string) => void
}) {
  const box = useRef<HTMLDivElement>(null)
  const { prompts, repetitions } = readPrompts(text)
  const goTo = (line: number) => {
    const area = box.current?.querySelector('textarea')
    const lines = text.split('\n')
    const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0)
    area?.focus()
    area?.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0))
  }
  const wrong = [...errors.lines]
  const present = prompts.map((prompt) => prompt.text)
  const choose = (wanted: readonly string[]) => {
    const kept = text
      .split('\n')
      .filter((line) => line.trim() !== '' && (!known.includes(line.trim()) || wanted.includes(line.trim())))
    onChange([...kept, ...wanted.filter((one) => !present.includes(one))].join('\n'))
  }
  return (
    <div ref={box} className={styles.prompts}>
      <TextArea
        label="Prompts"
        rows={9}
        value={text}
        placeholder={'Which project tool is best for a small agency?\nIs there a free alternative?'}
        hint={`One a line, at most ${MOST.prompts}; ${count(prompts.length, 'prompt')} so far.`}
        errors={errors.prompts ?? (wrong.length > 0 ? ['Some lines were refused; see below.'] : undefined)}
        onChange={({ target }) => onChange(target.value)}
      />
      {(wrong.length > 0 || repetitions.length > 0) && (
        <ul className={styles.remarks}>
          {wrong.map(([line, message]) => (
            <li key={`wrong ${line}`} className={styles.wrong}>
              <button type="button" onClick={() => goTo(line)}>
                Line {line}
              </button>{' '}
              {message}.
            </li>
          ))}
          {repetitions.map(({ line, first }) => (
            <li key={line}>
              <button type="button" onClick={() => goTo(line)}>
                Line {line}
              </button>{' '}
              repeats line {first}; it is asked once.
            </li>
          ))}
        </ul>
      )}
      {known.length > 0 && (
        <MultiSelect
          label="From the project:"
          any="choose prompts"
          values={present}
          choices={known.map((one) => ({ value: one, label: one }))}
          onChange={(values) => choose(values.filter((value) => known.includes(value)))}
        />
      )}
    </div>
  )
}
