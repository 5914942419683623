import { useRef } from 'react'
import { TextArea } from '../../../components/field.tsx'
import { MultiSelect } from '../../../components/multi-select.tsx'
import { count } from '../../../formatting/format.ts'
import styles from './composer.module.css'
import { MAX, readPrompts } from './composition.ts'

/** A text area with one prompt per line, and notes about individual lines. Clicking a note selects its line. */
export function PromptLines({
  text,
  projectPrompts,
  errors,
  onChange,
}: {
  text: string
  /** Prompts of the project, to choose from. */
  projectPrompts: readonly string[]
  errors: { lines: ReadonlyMap<number, string>; prompts?: string[] | undefined }
  onChange: (text: string) => void
}) {
  const box = useRef<HTMLDivElement>(null)
  const { prompts, repetitions } = readPrompts(text)
  const goTo = (line: number) => {
    const area = box.current?.querySelector('textarea')
    const lines = text.split('\n')
    const start = lines.slice(0, line - 1).reduce((sum, line) => sum + line.length + 1, 0)
    area?.focus()
    area?.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0))
  }
  const wrong = [...errors.lines]
  const present = prompts.map((prompt) => prompt.text)
  const choose = (wanted: readonly string[]) => {
    const kept = text
      .split('\n')
      .filter(
        (line) =>
          line.trim() !== '' && (!projectPrompts.includes(line.trim()) || wanted.includes(line.trim())),
      )
    onChange([...kept, ...wanted.filter((prompt) => !present.includes(prompt))].join('\n'))
  }
  return (
    <div ref={box} className={styles.prompts}>
      <TextArea
        label="Prompts"
        rows={9}
        value={text}
        placeholder={'Which project tool is best for a small agency?\nIs there a free alternative?'}
        hint={`One per line, up to ${MAX.prompts}. ${count(prompts.length, 'prompt')} so far.`}
        errors={errors.prompts ?? (wrong.length > 0 ? ['Some lines are invalid. See below.'] : undefined)}
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
              repeats line {first} and will be asked once.
            </li>
          ))}
        </ul>
      )}
      {projectPrompts.length > 0 && (
        <MultiSelect
          label="Add from project"
          any="choose prompts"
          values={present}
          choices={projectPrompts.map((prompt) => ({ value: prompt, label: prompt }))}
          onChange={(values) => choose(values.filter((value) => projectPrompts.includes(value)))}
        />
      )}
    </div>
  )
}
