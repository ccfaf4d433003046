import { defineMessages, text } from '@yardage/messages/messages';

/** Texts of the desk's page about arrival times. */
export const DESK_ARRIVALS_MESSAGES = defineMessages('desk-arrivals', {
  context: 'How far the arrival times that customers saw were off when the truck left the plant, by week',
  failed: 'The accuracy of arrival times could not be loaded.',
  plant: 'Plant',
  allPlants: 'All plants',
  week: 'Week of',
  loads: 'Loads',
  median: 'Median error',
  p90: '90th percentile',
  mean: 'Mean',
  inside: 'Inside the span',
  minutes: text('{minutes} min', 'minutes'),
  late: text('{minutes} min late', 'minutes'),
  early: text('{minutes} min early', 'minutes'),
  percent: text('{percent} %', 'percent'),
  empty: 'No predicted arrival has been compared with the truth yet. Predictions are kept while customers watch their trucks.',
  table: 'Accuracy by week',
});
