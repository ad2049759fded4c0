/** The whole script of the pages that say `handle = { script: true }`. React never runs in a browser. */
import { checkForm } from "./browser/check-form";
import { confirmDelete } from "./browser/confirm-delete";
import { fillField } from "./browser/fill-field";
import { showFiltering } from "./browser/filter-spinner";
import { managePhotos } from "./browser/photos";
import { pollUntilDone } from "./browser/poll";
import { revealPassword } from "./browser/reveal-password";

for (const form of document.querySelectorAll<HTMLFormElement>("form[data-check]")) checkForm(form);
// After the forms: it hides passwords again only when the form is really sent.
for (const label of document.querySelectorAll<HTMLLabelElement>("label[data-reveal]")) revealPassword(label);
for (const input of document.querySelectorAll<HTMLInputElement>("input[data-photos]")) managePhotos(input);
for (const link of document.querySelectorAll<HTMLAnchorElement>("a[data-confirm]")) confirmDelete(link);
for (const choice of document.querySelectorAll<HTMLElement>("p[data-fill]")) fillField(choice);
for (const form of document.querySelectorAll<HTMLFormElement>("form[data-filter]")) showFiltering(form);
for (const { dataset } of document.querySelectorAll<HTMLElement>("[data-poll]"))
	if (dataset.poll) pollUntilDone(dataset.poll);
// What came back wrong is read out first.
document.querySelector<HTMLElement>(".error-summary")?.focus();
