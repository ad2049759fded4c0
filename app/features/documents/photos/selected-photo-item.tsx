import { useState } from "react";
import type { Steps } from "~/browser/paper/make-paper";
import type { Pixels } from "~/browser/paper/pixels";
import { drawsExactly } from "~/browser/shrink-photo";
import { NO_STEPS, PaperEditor } from "./paper-editor";
import type { SelectedPhoto } from "./selected-photo";

interface SelectedPhotoItemProps {
	photo: SelectedPhoto;
	/** Position of the photo in the list, from 1. */
	place: number;
	/** Called when the user removes the photo. Must move the focus away from the pressed `button`, which disappears. */
	onRemove: (button: HTMLButtonElement) => void;
	/** Called to move the photo one place towards the beginning; undefined for a photo that cannot move. */
	onAdvance?: () => void;
	onEdit: (steps: Steps, made: Promise<Pixels> | undefined) => void;
}

/** A selected photo with preview, upload progress and what can be done with it. */
export function SelectedPhotoItem({ photo, place, onRemove, onAdvance, onEdit }: SelectedPhotoItemProps) {
	const { file, original = file, steps = NO_STEPS, preview, shown, state, note, part } = photo;
	const [isBroken, setBroken] = useState(false);
	const [isOpen, setOpen] = useState(false);
	const name = `la foto nueva ${place}: ${original.name}`;
	return (
		<li className={state}>
			<img
				// Shows an empty box if the preview fails to load. The server refuses an unreadable photo.
				key={shown ?? String(isBroken)}
				src={shown ?? (isBroken ? undefined : preview)}
				// The alternative text is empty, because the file name below describes the photo.
				alt=""
				width="88"
				height="88"
				decoding="async"
				onLoad={() => !shown && URL.revokeObjectURL(preview)}
				onError={() => setBroken(true)}
			/>
			<p>
				Foto {place}: {original.name}
			</p>
			<p className="hint">{note}</p>
			{part !== undefined && <progress value={part} aria-label={`Foto ${place}`} />}
			{state !== "sending" && (
				<div className="row">
					<button
						type="button"
						className="btn remove"
						aria-label={`Quitar ${name}`}
						onClick={({ currentTarget }) => onRemove(currentTarget)}
					>
						Quitar
					</button>
					{state === "new" && !isOpen && drawsExactly() && (
						<button
							type="button"
							className="btn"
							aria-label={`Arreglar ${name}`}
							onClick={() => setOpen(true)}
						>
							Arreglar
						</button>
					)}
					{onAdvance && (
						<button type="button" className="btn" aria-label={`Poner antes ${name}`} onClick={onAdvance}>
							Antes
						</button>
					)}
				</div>
			)}
			{isOpen && state === "new" && (
				<PaperEditor file={original} steps={steps} onChange={onEdit} onClose={() => setOpen(false)} />
			)}
		</li>
	);
}
