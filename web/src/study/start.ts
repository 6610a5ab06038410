// The pages of a study: for participants, for the experimenter, for the projector.

import { mount } from 'svelte';
import DeskPage from './DeskPage.svelte';
import StudyPage from './StudyPage.svelte';

export function start(target: HTMLElement): void {
  mount(location.pathname.startsWith('/study/desk') ? DeskPage : StudyPage, { target });
}
