import { Link } from "@remix-run/react";
import { compensationNames } from "~/features/overtime/compensation";
import { deletionOf } from "~/features/overtime/extras/deletion";
import type { Extra } from "~/features/overtime/extras/extras.server";
import { BY_DIAGRAM, formatClock, formatHours } from "~/features/overtime/minutes";
import * as messages from "~/lib/messages";
import { formatShortDate } from "~/lib/time/civil-date";
import { DeleteLink } from "~/ui/deletion/delete-dialog";
import { Icon } from "~/ui/icons";

export interface ListedExtra extends Extra {
	/** Explanation of the overtime entry's pay. */
	reason: string;
	/** Note about the rest time before and after the overtime entry. */
	warning?: string;
}

/** The fields of an overtime entry that a card shows. Only these fields are sent to the browser. */
export type CardExtra = Pick<
	ListedExtra,
	| "idFile"
	| "date"
	| "shift"
	| "minutes"
	| "startMinute"
	| "isStartProposed"
	| "compensation"
	| "reason"
	| "minutesUnclassified"
	| "needsReview"
	| "warning"
	| "comment"
>;

interface ExtraCardProps {
	extra: CardExtra;
	id: string;
	/** Path to open after the user deletes the overtime entry or cancels the deletion. */
	backTo: string;
}

/** An overtime entry in the list. */
export function ExtraCard({ extra, id, backTo }: ExtraCardProps) {
	const { idFile, date, minutes, shift, comment, startMinute, compensation, reason, warning } = extra;
	const { minutesUnclassified } = extra;
	const day = formatShortDate(date);
	const edit = `/auth/edit-work-overtime/${idFile}`;
	return (
		<li className="card extra" id={id}>
			<h2>
				{messages.doneOn} {day}
			</h2>
			<p>
				{messages.shiftOf} <strong>{shift}</strong>
				{startMinute !== null && `, de ${formatClock(startMinute)} a ${formatClock(startMinute + minutes)}`}
				{extra.isStartProposed && `, ${BY_DIAGRAM}`}
			</p>
			<p>
				{messages.hoursAmount}: <strong>{formatHours(minutes)} hs.</strong>
				{compensation && ` · ${compensationNames[compensation]}`}
			</p>
			<p className="why">{reason}</p>
			{!extra.needsReview && minutesUnclassified > 0 && startMinute === null && (
				<p className="note">Poné la hora de entrada y la clasificamos.</p>
			)}
			{warning && <p className="note">{warning}</p>}
			{comment && (
				<p className="lines">
					{messages.comments}: {comment}
				</p>
			)}
			<p className="row">
				<Link className="button" to={edit} aria-label={`Editar la extra del ${day}`}>
					<Icon name="pencil" /> Editar
				</Link>
				<DeleteLink
					deletion={deletionOf(extra)}
					page={edit}
					backTo={backTo}
					label={`Eliminar la extra del ${day}`}
				/>
			</p>
		</li>
	);
}
