import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { askWorker } from "~/browser/paper/ask-worker";
import type { Steps } from "~/browser/paper/make-paper";
import { readPixels, show } from "~/browser/paper/photo-pixels";
import type { Corners, Pixels, Place } from "~/browser/paper/pixels";

interface PaperEditorProps {
	/** The photo as it was chosen. */
	file: File;
	steps: Steps;
	/** Called with the new steps, and with what they make of the photo; without steps it is as it was chosen. */
	onChange: (steps: Steps, made: Promise<Pixels> | undefined) => void;
	onClose: () => void;
}

export const NO_STEPS: Steps = { turns: 0, isSharp: false };

/** Where the corners stand when no sheet was found. */
const MARGIN = 0.06;
const LOOSE: Corners = [
	{ x: MARGIN, y: MARGIN },
	{ x: 1 - MARGIN, y: MARGIN },
	{ x: 1 - MARGIN, y: 1 - MARGIN },
	{ x: MARGIN, y: 1 - MARGIN },
];

/** Crops a photographed paper by its four corners, turns it and makes it more legible. Each step can be taken back. */
export function PaperEditor({ file, steps, onChange, onClose }: PaperEditorProps) {
	const canvas = useRef<HTMLCanvasElement>(null);
	const [picture, setPicture] = useState<Pixels>();
	/** The corners that are being moved; undefined while the result is shown. */
	const [frame, setFrame] = useState<Corners>();
	const offered = useRef<Corners>();
	const [said, setSaid] = useState("Abriendo la foto…");
	/** The steps whose result the canvas waits for: on a slow phone the next button is pressed before it comes. */
	const awaited = useRef<Steps>();

	const make = async (next: Steps) => {
		if (!picture) return;
		awaited.current = next;
		setFrame(undefined);
		setSaid("Un momento…");
		const isPlain = !next.corners && next.turns % 4 === 0 && !next.isSharp;
		const made = isPlain ? undefined : askWorker({ picture, steps: next }).then((all) => all.made ?? picture);
		onChange(next, made);
		const result = (await made?.catch(() => undefined)) ?? picture;
		if (awaited.current !== next) return;
		if (canvas.current) show(canvas.current, result);
		setSaid("");
	};
	const moveCorners = (whole: Pixels, corners: Corners, text: string) => {
		awaited.current = undefined;
		if (canvas.current) show(canvas.current, whole);
		offered.current = corners;
		setFrame(corners);
		setSaid(text);
	};
	const isOpened = useRef(false);
	useEffect(() => {
		if (isOpened.current) return;
		isOpened.current = true;
		const open = async () => {
			const whole = await readPixels(file);
			setPicture(whole);
			const found = steps.corners ? undefined : (await askWorker({ picture: whole })).corners;
			moveCorners(whole, steps.corners ?? found ?? LOOSE, found ? FOUND : MOVE);
		};
		open().catch(() => setSaid("No pudimos abrir esta foto para arreglarla. Se puede mandar igual."));
	});
	const cropIfMoved = () => {
		if (frame && frame !== offered.current) make({ ...steps, corners: frame });
	};
	useEffect(() => {
		const form = canvas.current?.closest("form");
		const onSubmit = ({ submitter }: SubmitEvent) => {
			// Conform submits the form also only to validate a field.
			if (submitter?.getAttribute("name") !== "__intent__") cropIfMoved();
		};
		// Before the form's own listener, which sends the photo as it is by then.
		form?.addEventListener("submit", onSubmit);
		return () => form?.removeEventListener("submit", onSubmit);
	});
	const finish = () => {
		cropIfMoved();
		onClose();
	};
	const isChanged = Boolean(steps.corners) || steps.turns % 4 !== 0 || steps.isSharp;
	return (
		<div className="editor" tabIndex={-1}>
			<p role="status">{said}</p>
			<div className="sheet">
				<canvas ref={canvas} width="4" height="3" role="img" aria-label="La foto" />
				{frame && picture && <Frame picture={picture} corners={frame} onMove={setFrame} />}
			</div>
			{picture && (
				<div className="row">
					{frame ? (
						<>
							<Key text="Recortar" onPress={() => make({ ...steps, corners: frame })} />
							<Key text="Dejar entera" onPress={() => make({ ...steps, corners: undefined })} />
						</>
					) : (
						<>
							<Key text="Girar" onPress={() => make({ ...steps, turns: steps.turns + 1 })} />
							<Key
								text="Más nítido"
								isOn={steps.isSharp}
								onPress={() => make({ ...steps, isSharp: !steps.isSharp })}
							/>
							<Key text="Esquinas" onPress={() => moveCorners(picture, steps.corners ?? LOOSE, MOVE)} />
							{isChanged && <Key text="Volver al original" onPress={() => make(NO_STEPS)} />}
						</>
					)}
					<Key text="Listo" onPress={finish} />
				</div>
			)}
		</div>
	);
}

const FOUND = "Encontramos la hoja: si las esquinas están bien, tocá «Recortar».";
const MOVE = "Llevá cada esquina a la de la hoja y tocá «Recortar».";

function Key({ text, isOn, onPress }: { text: string; isOn?: boolean; onPress: () => void }) {
	return (
		<button type="button" className="btn" aria-pressed={isOn} onClick={onPress}>
			{text}
		</button>
	);
}

const names = ["arriba a la izquierda", "arriba a la derecha", "abajo a la derecha", "abajo a la izquierda"];
/** Radius of a handle, as a part of the picture's width: a finger's width on a narrow phone. */
const RADIUS = 0.085;
const KEY_STEP = 0.01;
const keys: Readonly<Record<string, Place>> = {
	ArrowLeft: { x: -KEY_STEP, y: 0 },
	ArrowRight: { x: KEY_STEP, y: 0 },
	ArrowUp: { x: 0, y: -KEY_STEP },
	ArrowDown: { x: 0, y: KEY_STEP },
};

interface FrameProps {
	picture: Pixels;
	corners: Corners;
	onMove: (corners: Corners) => void;
}

/** The four corners over the photo, moved with a finger or the arrow keys. */
function Frame({ picture: { width, height }, corners, onMove }: FrameProps) {
	const points = corners.map(({ x, y }) => `${x * width},${y * height}`);
	const move = (index: number, { x, y }: Place) => {
		const place = { x: Math.min(1, Math.max(0, x)), y: Math.min(1, Math.max(0, y)) };
		const [a, b, c, d] = corners.map((corner, other) => (other === index ? place : corner));
		if (a && b && c && d) onMove([a, b, c, d]);
	};
	const onPointerMove = (index: number, { currentTarget, clientX, clientY, buttons }: PointerEvent) => {
		const box = currentTarget.closest("svg")?.getBoundingClientRect();
		if (!box || buttons === 0) return;
		move(index, { x: (clientX - box.left) / box.width, y: (clientY - box.top) / box.height });
	};
	const onKeyDown = (index: number, event: KeyboardEvent) => {
		const step = keys[event.key];
		const corner = corners[index];
		if (!step || !corner) return;
		event.preventDefault();
		move(index, { x: corner.x + step.x, y: corner.y + step.y });
	};
	return (
		<svg width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
			<title>Esquinas de la hoja</title>
			<path fillRule="evenodd" d={`M0,0H${width}V${height}H0ZM${points.join("L")}Z`} />
			<polygon points={points.join(" ")} />
			{corners.map(({ x, y }, index) => (
				<g key={names[index]}>
					<circle className="dot" cx={x * width} cy={y * height} r={(width * RADIUS) / 3} />
					{/* biome-ignore lint/a11y/useSemanticElements: a handle inside a drawing cannot be a button element */}
					<circle
						className="handle"
						role="button"
						tabIndex={0}
						aria-label={`Esquina de ${names[index]}: movela con las flechas`}
						cx={x * width}
						cy={y * height}
						r={width * RADIUS}
						onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
						onPointerMove={(event) => onPointerMove(index, event)}
						onKeyDown={(event) => onKeyDown(index, event)}
					/>
				</g>
			))}
		</svg>
	);
}
