import { useState } from "react";
import type { SelectedPhoto } from "./selected-photo";

interface SelectedPhotoItemProps {
	photo: SelectedPhoto;
	/** Position of the photo in the list, from 1. */
	place: number;
	/** Called when the user removes the photo. Must move the focus away from the pressed `button`, which disappears. */
	onRemove: (button: HTMLButtonElement) => void;
}

/** A selected photo with preview, upload progress and a button to remove it. */
export function SelectedPhotoItem({
	photo: { file, preview, state, note, part },
	place,
	onRemove,
}: SelectedPhotoItemProps) {
	const [isBroken, setBroken] = useState(false);
	return (
		<li className={state}>
			<img
				// Shows an empty box if the preview fails to load. The server refuses an unreadable photo.
				key={String(isBroken)}
				src={isBroken ? undefined : preview}
				// The alternative text is empty, because the file name below describes the photo.
				alt=""
				width="88"
				height="88"
				decoding="async"
				onLoad={() => URL.revokeObjectURL(preview)}
				onError={() => setBroken(true)}
			/>
			<p>
				Foto {place}: {file.name}
			</p>
			<p className="hint">{note}</p>
			{part !== undefined && <progress value={part} aria-label={`Foto ${place}`} />}
			{state !== "sending" && (
				<button
					type="button"
					className="btn"
					aria-label={`Quitar la foto nueva ${place}: ${file.name}`}
					onClick={({ currentTarget }) => onRemove(currentTarget)}
				>
					Quitar
				</button>
			)}
		</li>
	);
}
