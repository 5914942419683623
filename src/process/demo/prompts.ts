/** Locations of all prompts. With both, each provider gets enough questions for a separate rate. */
const LOCATIONS = ['US', 'DE']

/** Prompts of the demo project: questions of buyers in the market of the demo's brand. */
export const DEMO_PROMPTS = [
  ask('What is the best project management software for small teams?', ['Best of', 'Teams']),
  ask('Which task management tools do remote companies use?', ['Teams']),
  ask('Is Taskfern better than Planloom?', ['Branded', 'Comparison']),
  ask('Recommend a kanban app for a marketing agency', ['Best of', 'Agencies']),
  ask('What should I look for in project planning software?', ['Buying advice']),
  ask('What is the best free project management tool?', ['Best of', 'Price']),
  ask('Which gantt chart software is the easiest to learn?', ['Features']),
  ask('Is Taskfern worth its price for a team of ten?', ['Branded', 'Price']),
  ask('Which project management tools keep their data in Europe?', ['Features', 'Buying advice']),
  ask('What are good alternatives to Kanbrio?', ['Branded', 'Comparison']),
  ask('Which project management software suits freelancers with several clients?', ['Best of']),
  ask('Best to-do app to share tasks with clients of an agency', ['Best of', 'Agencies']),
  ask('Which sprint planning tool do startups choose?', ['Teams', 'Features']),
  ask('How much does task management software cost per seat?', ['Price', 'Buying advice']),
]

function ask(text: string, tags: string[]) {
  return { text, locations: LOCATIONS, tags }
}
