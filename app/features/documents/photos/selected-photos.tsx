import { useFetcher } from "@remix-run/react";
import { type MutableRefObject, useEffect, useLayoutEffect, useReducer, useRef, useState } from "react";
import * as messages from "~/lib/messages";
import type { Prepare } from "~/ui/forms/post-form";
import type { DocumentImage } from "./document-images.server";
import { InterruptionNote } from "./interruption-note";
import { ProblemDialog } from "./problem-dialog";
import { isForDialog, leftOutText, type SelectedPhoto } from "./selected-photo";
import { SelectedPhotoItem } from "./selected-photo-item";
import { type Interruption, sendPhotos } from "./send-photos";
import { roomFor, useSelectedPhotos } from "./use-selected-photos";
import { useUploadGuard } from "./use-upload-guard";

interface PickedPhotosProps {
	/** The field that they were picked with, inside its form. */
	input: HTMLInputElement;
	/** Of the form. */
	action: string;
	/** Takes photos one by one. */
	address: string;
	/** Those that the server has. */
	images: readonly DocumentImage[];
	prepare: MutableRefObject<Prepare | undefined>;
	/** Says beside the field what is wrong. */
	tell: (problem: string) => void;
}

/**
 * The photos that were picked, in their order: they add up, are shown, and are sent one by one before their form, so that a
 * connection that breaks loses one at most.
 */
export function SelectedPhotos({ input, action, address, images, prepare, tell }: PickedPhotosProps) {
	const picked = useSelectedPhotos(input);
	const sending = useUploadGuard(input);
	const fetcher = useFetcher();
	/** Ids of photos that were sent and taken back: the form says so too, in case the server could not be told. */
	const [takenBack, setTakenBack] = useState<string[]>([]);
	/** Names of those that had no room. */
	const [leftOut, setLeftOut] = useState<string[]>([]);
	const [halt, setHalt] = useState<Interruption>();
	/** What the dialog says. */
	const [said, setSaid] = useState("");
	/** Whether the last sending did not get the form on its way. */
	const [isHalted, setHalted] = useState(false);
	const [, lookAgain] = useReducer((count: number) => count + 1, 0);
	const isNew = useRef(true);
	const { photos, now } = picked;

	const refusedOnes = () => now().filter(({ state }) => state === "refused");
	const mistake = () => {
		if (refusedOnes().length > 0) return refusedOnes()[0]?.note ?? "";
		return roomFor(input, now()) < 0 ? messages.tooManyImages : "";
	};
	const problem = mistake() || leftOutText(leftOut);
	useEffect(() => tell(problem), [tell, problem]);

	const pick = () => {
		const names = picked.pick();
		setLeftOut(names);
		setSaid(leftOutText(names));
	};
	const remove = ({ id, preview }: SelectedPhoto) => {
		picked.remove((photo) => photo.preview === preview);
		setLeftOut([]);
		setHalt(undefined);
		if (!id || images.some((image) => image.id === id)) return;
		setTakenBack([...takenBack, id]);
		const body = new FormData();
		body.append("intent", "images");
		body.append("idFile", String(new FormData(input.form ?? undefined).get("idFile")));
		for (const gone of [...takenBack, id]) body.append("removeImages", gone);
		fetcher.submit(body, { method: "post", action, encType: "multipart/form-data" });
	};
	const send = async (form: HTMLFormElement) => {
		setLeftOut([]);
		setHalt(undefined);
		setHalted(false);
		const signal = sending.begin();
		const halted = await sendPhotos({ photos: now, note: picked.note, form, address, signal });
		picked.fillField();
		if (!sending.end(signal)) return false;
		setHalt(halted);
		const texts = halted ? [halted.answer.reason ?? ""] : refusedOnes().map((photo) => photo.note);
		setSaid(texts.filter(isForDialog).join(" "));
		const isReady = !halted && mistake() === "";
		setHalted(!isReady);
		return isReady;
	};
	useLayoutEffect(() => {
		prepare.current = (form) => {
			if (mistake()) {
				if (refusedOnes().length > 0) focusIn(input, ".refused button");
				else input.focus();
				return Promise.resolve(false);
			}
			return now().every(({ state }) => state === "sent") ? undefined : send(form);
		};
	});
	useEffect(() => {
		// Those that were there before us.
		if (isNew.current) pick();
		isNew.current = false;
		const onChange = ({ target }: Event) => {
			if (target === input) return pick();
			if (!(target instanceof HTMLInputElement) || target.name !== "removeImages") return;
			setLeftOut([]);
			lookAgain();
		};
		input.form?.addEventListener("change", onChange);
		return () => input.form?.removeEventListener("change", onChange);
	});
	// The answer to the form shows them among those that the server has.
	const { remove: takeOut } = picked;
	useEffect(() => takeOut(({ id }) => images.some((image) => image.id === id)), [images, takeOut]);
	// A button that was disabled has lost the focus; who is somewhere else by now stays there.
	useEffect(() => {
		if (isHalted) focusLost(input);
	}, [isHalted, input]);

	const turn = photos.findIndex(({ state }) => state === "sending") + 1;
	const haltedAt = photos.findIndex(({ preview }) => preview === halt?.photo) + 1;
	return (
		<>
			<ul className="photos picked">
				{photos.map((photo, index) => (
					<SelectedPhotoItem
						key={photo.preview}
						photo={photo}
						place={index + 1}
						onRemove={(button) => {
							focusAfter(input, button);
							remove(photo);
						}}
					/>
				))}
			</ul>
			<p className="hint" role="status">
				{turn > 0 && `Foto ${turn} de ${photos.length}`}
			</p>
			{takenBack.map((id) => (
				<input key={id} type="hidden" name="removeImages" value={id} />
			))}
			{halt && <InterruptionNote answer={halt.answer} place={haltedAt} />}
			{said && (
				<ProblemDialog
					text={said}
					onClose={() => {
						setSaid("");
						focusLost(input);
					}}
				/>
			)}
		</>
	);
}

/** Where the focus goes from a button that is about to be gone. */
function focusAfter(input: HTMLInputElement, button: HTMLButtonElement): void {
	const buttons = Array.from(input.form?.querySelectorAll<HTMLElement>(".picked button") ?? []);
	(buttons[buttons.indexOf(button) + 1] ?? input).focus();
}

/** On to what is to be done next. */
function focusLost(input: HTMLInputElement): void {
	const { activeElement } = document;
	// Browsers take some time to notice that the dialog is gone.
	if (activeElement !== document.body && !activeElement?.closest("dialog")) return;
	(input.form?.querySelector<HTMLElement>(".refused button, .unsent button") ?? input).focus();
}

function focusIn({ form }: HTMLInputElement, selector: string): void {
	form?.querySelector<HTMLElement>(selector)?.focus();
}
