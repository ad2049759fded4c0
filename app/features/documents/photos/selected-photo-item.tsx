import { useState } from "react";
import type { SelectedPhoto } from "./selected-photo";

interface SelectedPhotoItemProps {
	photo: SelectedPhoto;
	/** Its place in the list, from 1. */
	place: number;
	/** Called with the button that was pressed. */
	onRemove: (button: HTMLButtonElement) => void;
}

/** A picked photo: what it shows, its name, how it goes, and the way to take it back. */
export function SelectedPhotoItem({
	photo: { file, preview, state, note, part },
	place,
	onRemove,
}: SelectedPhotoItemProps) {
	const [isBroken, setBroken] = useState(false);
	return (
		<li className={state}>
			<img
				// A new one without an address is an empty place, and not the sign of a broken picture: what is wrong with it the
				// server says.
				key={String(isBroken)}
				src={isBroken ? undefined : preview}
				// Beside the file's name it would only be read twice.
				alt=""
				width="88"
				height="88"
				decoding="async"
				// Once it is read the address only keeps the file from being let go.
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
					className="button"
					aria-label={`Quitar la foto nueva ${place}: ${file.name}`}
					onClick={({ currentTarget }) => onRemove(currentTarget)}
				>
					Quitar
				</button>
			)}
		</li>
	);
}
