import { databaseIdOf } from './global-id.ts'

/** What was given: GraphQL's null says what an absent field says, so that verbs see only fields with a value. */
export type Given<Input> = { [Key in keyof Input]?: Exclude<Input[Key], null | undefined> }

/** An input without the fields that are null; lists and objects within it stay as they are. */
export function given<Input extends object>(input: Input): Given<Input> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value != null)) as Given<Input>
}

/** The project an input names, if it does, as verbs take it: members name one, keys do not. */
export function namedProject(projectId: string | null | undefined): { projectId?: string } {
  return projectId == null ? {} : { projectId: databaseIdOf(projectId, 'Project') }
}
