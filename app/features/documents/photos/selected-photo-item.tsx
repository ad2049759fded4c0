import { useState } from "react";
import type { SelectedPhoto } from "./selected-photo";

interface SelectedPhotoItemProps {
	photo: SelectedPhoto;
	/** Position in the list, from 1. */
	place: number;
	/** Receives the pressed button. */
	onRemove: (button: HTMLButtonElement) => void;
}

/** A selected photo with its preview, progress and a button to remove it. */
export function SelectedPhotoItem({
	photo: { file, preview, state, note, part },
	place,
	onRemove,
}: SelectedPhotoItemProps) {
	const [isBroken, setBroken] = useState(false);
	return (
		<li className={state}>
			<img
				// An image without an address shows an empty box instead of a broken image. The server reports the problem.
				key={String(isBroken)}
				src={isBroken ? undefined : preview}
				// The file name below describes the photo.
				alt=""
				width="88"
				height="88"
				decoding="async"
				// After loading, the address would only hold the file in memory.
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
