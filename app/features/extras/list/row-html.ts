import { escapeHtml } from "~/lib/escape-html";
import * as messages from "~/lib/messages";
import { datePartsOf, weekdayName } from "~/lib/time/civil-date";
import { confirmationAddress } from "~/ui/deletion/delete-dialog";
import type { ExtraRow } from "./extra-row";

/**
 * Writes the HTML inside the `<details>` of a row as text: half of the page's elements are in rows, and React took a
 * seventh of the page's time to render them. Rows have few elements; the CSS class `.rows` styles them.
 * @param backTo URL of the list with the row, to open after an edit or a deletion
 */
export function rowHtml(row: ExtraRow, backTo: string): string {
	const [shift, text] = [escapeHtml(row.shift), escapeHtml(row.text)];
	const page = `/auth/edit-work-overtime/${row.idFile}`;
	const mark = row.mark ? `<em>${row.mark}</em>` : "";
	const comment = row.comment && escapeHtml(row.comment);
	const line = `<b>${dayName(row.date)}</b> <i class="${shift}">${shift}</i> ${escapeHtml(row.pay)} ${mark}`;
	const summary = `<summary>${line}${comment ? `<span>${comment}</span>` : ""}</summary>`;
	const lines = `<p>${comment ? `${text}\n${messages.comments}: ${comment}` : text}</p>`;
	const mistakes = row.mistakes ? `<p class="odd">${escapeHtml(row.mistakes)}</p>` : "";
	const edit = escapeHtml(`${page}?redirectTo=${encodeURIComponent(backTo)}`);
	const deletion = escapeHtml(confirmationAddress(page, backTo));
	const links = `<a href="${edit}">Editar</a> <a href="${deletion}" data-date="${row.date}">Eliminar</a>`;
	return summary + lines + mistakes + links;
}

/** Returns a date as "sáb 14/11". The year is in the heading of the pay period. */
function dayName(date: string): string {
	const { month, day } = datePartsOf(date);
	return `${weekdayName(date).slice(0, 3)} ${day}/${month}`;
}
