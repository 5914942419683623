import { columnsFrom } from './column.ts'
import type { ExportTable } from './tables.ts'

/** The dimensions of the schema `reporting`. The facts are in `EXPORT_TABLES`. */
export const DIMENSIONS = [
  {
    view: 'dim_project',
    title: 'projects',
    description: 'One row per project.',
    columns: columnsFrom({
      project_id: ['uuid', 'Project.'],
      name: ['text', 'Name of the project.'],
      brand_name: ['text', 'Brand that the answers are analyzed for.'],
      url: ['text', 'Website of the brand.'],
      location: ['text', 'Default location of its prompts.'],
      created_at: ['time', 'When the project was created.'],
    }),
  },
  {
    view: 'dim_prompt',
    title: 'prompts',
    description: 'One row per prompt, including deleted prompts that were asked.',
    columns: columnsFrom({
      prompt_id: ['uuid', 'Prompt.'],
      project_id: ['uuid', 'Project of the prompt.'],
      text: ['text', 'Text of the prompt now. fact_answer has the text as it was sent.'],
      tags: ['text', 'Names of its tags now, sorted and separated by a comma and a space.'],
      active: ['boolean', 'Whether runs ask the prompt.'],
      created_at: ['time', 'When the prompt was created.'],
      deleted_at: ['time', 'When the prompt was deleted.'],
    }),
  },
  {
    view: 'dim_entity',
    title: 'tracked brands',
    description: 'One row per project and tracked brand, including former competitors with metrics.',
    columns: columnsFrom({
      project_id: ['uuid', 'Project.'],
      entity_id: ['text', '"brand" for the brand of the project, or the id of a competitor.'],
      name: ['text', 'Name of the tracked brand, for former competitors as of their last run.'],
      is_brand: ['boolean', 'Whether it is the brand of the project.'],
      url: ['text', 'Website of the tracked brand.'],
      tracked: ['boolean', 'Whether the project still tracks it.'],
    }),
  },
  {
    view: 'dim_provider',
    title: 'providers',
    description: 'One row per provider that ended runs have asked.',
    columns: columnsFrom({
      provider: ['text', 'Token of the provider, such as chatgpt.'],
      first_run_ended_at: ['time', 'End of the first run that asked the provider.'],
      last_run_ended_at: ['time', 'End of the last run that asked the provider.'],
    }),
  },
  {
    view: 'dim_run',
    title: 'runs',
    description: 'One row per run, including runs that have not ended. Only ended runs have facts.',
    columns: columnsFrom({
      run_id: ['uuid', 'Run.'],
      project_id: ['uuid', 'Project of the run.'],
      status: ['text', 'State: queued, running, completed, partially_completed or failed.'],
      cancelled: ['boolean', 'Whether a request ended the run early.'],
      trigger: ['text', 'What started the run: manual, schedule or api.'],
      brand_name: ['text', 'Name of the brand at the time of the run.'],
      questions: ['integer', 'Number of questions.'],
      failed: ['integer', 'Number of questions without an answer because of an error.'],
      cost_usd: ['number', 'Sum of the known costs in US dollars.'],
      extraction_revision: [
        'integer',
        '1 for the first extraction, and one more for each published one and for each correction.',
      ],
      reextracted_at: [
        'time',
        'When the latest re-extraction was published. The facts of the run change then.',
      ],
      created_at: ['time', 'When the run was created.'],
      started_at: ['time', 'When its first question was asked.'],
      ended_at: ['time', 'When the run ended. Null for a run that has not ended.'],
    }),
  },
] as const satisfies readonly ExportTable[]
