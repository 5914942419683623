import { useState } from 'react'
import { useMutation, useQuery } from 'urql'
import { Button } from '../../components/button.tsx'
import { Field, TextArea } from '../../components/field.tsx'
import { Form } from '../../components/form.tsx'
import { Pending } from '../../components/states.tsx'
import { TagInput } from '../../components/tag-input.tsx'
import { problemOf } from '../../graphql/problem.ts'
import { usePoll } from '../../graphql/use-poll.ts'
import { FAILURE_WORDS, isSettingUp } from '../../setup/words.ts'
import { BRAND, type Brand, CHANGE_PROMPTS, SAVE_BRAND } from './documents.ts'
import { linesOf, promptChanges, proposedBrand } from './proposed-brand.ts'
import styles from './start.module.css'

/** Shows what the setup found out about the brand, as a form. Waits until the website was read. */
export function BrandStep({ projectId, onDone }: { projectId: string; onDone: () => void }) {
  const [{ data, error }, retry] = useQuery({ query: BRAND, variables: { id: projectId } })
  const [skips, setSkips] = useState(false)
  const brand = data?.project
  // The setup may end before the page receives live events.
  usePoll(brand ? isSettingUp(brand.setup) : false, retry)
  if (!brand) return <Pending error={error} retry={retry} height={480} />
  if (isSettingUp(brand.setup) && !skips) {
    return (
      <>
        <p role="status" aria-busy="true" className={styles.note}>
          {brand.url ? `Reading ${brand.url} …` : 'Preparing suggestions …'}
        </p>
        <div className={styles.buttons}>
          <Button onClick={() => setSkips(true)}>Continue without suggestions</Button>
        </div>
      </>
    )
  }
  return <BrandForm brand={brand} onDone={onDone} />
}

function BrandForm({ brand, onDone }: { brand: Brand; onDone: () => void }) {
  const [proposed] = useState(() => proposedBrand(brand))
  const [aliases, setAliases] = useState(proposed.aliases)
  const [domains, setDomains] = useState(proposed.domains)
  const [competitors, setCompetitors] = useState(proposed.competitors.map(({ name }) => name))
  const [, saveBrand] = useMutation(SAVE_BRAND)
  const [, changePrompts] = useMutation(CHANGE_PROMPTS)
  const { databaseId: projectId, setup, url } = brand
  return (
    <Form
      send={async (typed) => {
        const description = String(typed.get('description')).trim()
        const saved = await saveBrand({
          project: {
            projectId,
            analysisBrandName: String(typed.get('name')).trim(),
            description: description === '' ? null : description,
            aliases,
            domains,
          },
          competitors: {
            projectId,
            competitors: competitors.map((name) => {
              const known = proposed.competitors.find((competitor) => competitor.name === name)
              return { name, ...(known?.url && { url: known.url }) }
            }),
          },
        })
        if (saved.error) return problemOf(saved.error)
        const changes = promptChanges(brand, linesOf(String(typed.get('prompts'))))
        if (changes) {
          const { error } = await changePrompts({ input: { projectId, ...changes } })
          if (error) return problemOf(error)
        }
        onDone()
        return null
      }}
      buttons={(busy) => (
        <div className={styles.buttons}>
          <Button type="submit" kind="primary" busy={busy}>
            Continue
          </Button>
        </div>
      )}
    >
      {(errors) => (
        <>
          <p className={styles.note} role="status">
            {setup.failure
              ? `${url} could not be read: ${FAILURE_WORDS[setup.failure]} The questions below use the name alone.`
              : url
                ? 'This is what the website says. Change whatever is wrong.'
                : 'There is no website to read, so the questions below use the name alone.'}
          </p>
          <Field
            label="Brand name"
            name="name"
            defaultValue={proposed.name}
            hint="The name to look for in answers."
            required
            errors={errors.analysisBrandName}
          />
          <TextArea
            label="Description"
            name="description"
            rows={2}
            maxLength={500}
            defaultValue={proposed.description}
            errors={errors.description}
          />
          <TagInput
            label="Other names"
            hint="They count as mentions, too."
            values={aliases}
            suggestions={[]}
            onChange={setAliases}
            errors={errors.aliases}
          />
          <TagInput
            label="Other domains"
            hint="Links to them count as links to the brand, such as example.de."
            values={domains}
            suggestions={[]}
            onChange={setDomains}
            errors={errors.domains}
          />
          <TagInput
            label="Competitors"
            hint="Press Enter after each name."
            values={competitors}
            suggestions={[]}
            onChange={setCompetitors}
            errors={errors.competitors}
          />
          <TextArea
            label="Questions"
            name="prompts"
            rows={10}
            defaultValue={proposed.prompts.join('\n')}
            hint="What your customers ask an AI assistant, one question per line."
            required
            errors={errorsBelow(errors, 'create')}
          />
        </>
      )}
    </Form>
  )
}

/** Returns the errors of a list and of its entries. */
function errorsBelow(
  errors: Readonly<Record<string, readonly string[]>>,
  list: string,
): readonly string[] | undefined {
  const below = Object.entries(errors).filter(([path]) => path === list || path.startsWith(`${list}.`))
  return below.length === 0 ? undefined : below.flatMap(([, messages]) => messages)
}
