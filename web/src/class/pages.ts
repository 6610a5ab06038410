// The pages of a class, which whoever only plays does not load.

export { default as PupilPage } from './PupilPage.svelte';
export { default as ScreenPage } from './ScreenPage.svelte';
export { default as TeacherPage } from './TeacherPage.svelte';
export { default as Bar } from './Bar.svelte';
