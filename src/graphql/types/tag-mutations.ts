import { resolveProject } from '../../core/access/project-access.ts'
import { deleteTag, renameTag } from '../../core/tags/change-one.ts'
import type { TagRecord } from '../../core/tags/read.ts'
import { builder } from '../foundation/builder.ts'
import { failsWith } from '../foundation/field-extensions.ts'
import { databaseIdOf, globalIdOf } from '../foundation/global-id.ts'
import { namedProject, omitNullish } from '../foundation/input.ts'
import { ABOUT, projectChangePayload } from './project-mutations.ts'
import { Tag } from './tag.ts'

const TAG_ID = 'databaseId or global id of the tag.'

const RenameTagInput = builder.inputType('RenameTagInput', {
  description: 'A tag and its new name.',
  fields: (t) => ({
    projectId: t.id({ description: ABOUT.projectId }),
    expectedVersion: t.int({ description: ABOUT.expectedVersion }),
    tagId: t.id({ required: true, description: TAG_ID }),
    name: t.string({ required: true, description: 'The new name.' }),
  }),
})

const RenameTagPayload = projectChangePayload<{ tag: TagRecord }>('RenameTagPayload', 'The renamed tag.')
builder.objectField(RenameTagPayload, 'tag', (t) =>
  t.expose('tag', { type: Tag, description: 'The tag with its new name.' }),
)

builder.mutationField('renameTag', (t) =>
  t.field({
    ...failsWith('NOT_FOUND', 'CONFLICT'),
    type: RenameTagPayload,
    description:
      'Renames a tag on all of its prompts. Past runs keep the name that the tag had when they asked.',
    args: { input: t.arg({ type: RenameTagInput, required: true, description: 'The new name.' }) },
    resolve: async (_, { input: { projectId, tagId, name, ...rest } }, { ctx }) => {
      const named = namedProject(projectId)
      const tag = await renameTag({
        ctx,
        input: { ...named, name, ...omitNullish(rest), tagId: databaseIdOf(tagId, 'Tag') },
      })
      return { projectId: resolveProject(ctx, named.projectId), tag }
    },
  }),
)

const DeleteTagInput = builder.inputType('DeleteTagInput', {
  description: 'The tag to delete.',
  fields: (t) => ({
    projectId: t.id({ description: ABOUT.projectId }),
    expectedVersion: t.int({ description: ABOUT.expectedVersion }),
    tagId: t.id({ required: true, description: TAG_ID }),
  }),
})

const DeleteTagPayload = projectChangePayload<{ deleted: string }>('DeleteTagPayload', 'The deleted tag.')
builder.objectField(DeleteTagPayload, 'deletedTagId', (t) =>
  t.id({
    description: 'Global id of the tag.',
    resolve: ({ deleted }) => globalIdOf('Tag', deleted),
  }),
)

builder.mutationField('deleteTag', (t) =>
  t.field({
    ...failsWith('NOT_FOUND', 'CONFLICT'),
    type: DeleteTagPayload,
    description: 'Deletes a tag, which all of its prompts lose. Past runs keep their metrics by tag.',
    args: { input: t.arg({ type: DeleteTagInput, required: true, description: 'The tag to delete.' }) },
    resolve: async (_, { input: { projectId, tagId, ...rest } }, { ctx }) => {
      const named = namedProject(projectId)
      const deleted = await deleteTag({
        ctx,
        input: { ...named, ...omitNullish(rest), tagId: databaseIdOf(tagId, 'Tag') },
      })
      return { projectId: resolveProject(ctx, named.projectId), deleted }
    },
  }),
)
