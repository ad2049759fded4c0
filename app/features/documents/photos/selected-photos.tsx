import { useFetcher, useMatches } from "@remix-run/react";
import { type MutableRefObject, useEffect, useLayoutEffect, useReducer, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Steps } from "~/browser/paper/make-paper";
import { toFile } from "~/browser/paper/photo-pixels";
import type { Pixels } from "~/browser/paper/pixels";
import { phoneTakesPhotos } from "~/browser/phone-takes-photos";
import * as messages from "~/lib/messages";
import styles from "~/styles/chosen-photos.css";
import type { Prepare } from "~/ui/forms/post-form";
import { sendAsDocument } from "~/ui/forms/send-form";
import type { DocumentImage } from "./document-images.server";
import { focusAfter, restoreFocus, useKeptFocus } from "./photo-focus";
import { InterruptionNote, ProblemDialog } from "./photo-problems";
import { isForDialog, leftOutText, type SelectedPhoto } from "./selected-photo";
import { SelectedPhotoItem } from "./selected-photo-item";
import { type Interruption, sendPhotos, smallFiles } from "./send-photos";
import { roomFor, useSelectedPhotos } from "./use-selected-photos";
import { useUploadGuard } from "./use-upload-guard";

interface SelectedPhotosProps {
	/** File field of the document form. */
	input: HTMLInputElement;
	/** Photos that are already stored on the server. */
	images: readonly DocumentImage[];
	/** Ref that receives the function that uploads the photos before the form is sent. */
	prepare: MutableRefObject<Prepare | undefined>;
	/** Function to call with the problem to show, or with "" if there is none. */
	onProblem: (problem: string) => void;
}

export function SelectedPhotos({ input, images, prepare, onProblem }: SelectedPhotosProps) {
	const selected = useSelectedPhotos(input);
	const upload = useUploadGuard(input);
	useKeptFocus(input);
	const fetcher = useFetcher();
	const matches = useMatches();
	const route = matches[matches.length - 1];
	const [removedIds, setRemovedIds] = useState<string[]>([]);
	/** Names of selected photos beyond the maximum number. */
	const [leftOut, setLeftOut] = useState<string[]>([]);
	const [interruption, setInterruption] = useState<Interruption>();
	const [dialogText, setDialogText] = useState("");
	/** Whether a problem with the photos, found during the upload, kept the form from being sent. */
	const [isBlocked, setBlocked] = useState(false);
	const [, rerender] = useReducer((count: number) => count + 1, 0);
	const isFirstEffect = useRef(true);
	/** All changes of photos, of which some may still be made. */
	const editing = useRef<Promise<unknown>>();
	const { photos, current, hasLostOne } = selected;

	const refusedPhotos = () => current().filter(({ state }) => state === "refused");
	const findProblem = () => {
		if (refusedPhotos().length > 0) return refusedPhotos()[0]?.note ?? "";
		return roomFor(input, current()) < 0 ? messages.tooManyImages : "";
	};
	const problem = findProblem() || leftOutText(leftOut);
	useEffect(() => onProblem(problem), [onProblem, problem]);

	const add = () => {
		const names = selected.add();
		setLeftOut(names);
		setDialogText(leftOutText(names));
	};
	const remove = (photo: SelectedPhoto) => {
		const { id } = photo;
		selected.remove(photo);
		setLeftOut([]);
		setInterruption(undefined);
		if (!id || images.some((image) => image.id === id)) return;
		setRemovedIds([...removedIds, id]);
		const body = new FormData();
		body.append("intent", "images");
		body.append("idFile", String(new FormData(input.form ?? undefined).get("idFile")));
		for (const removed of [...removedIds, id]) body.append("removeImages", removed);
		fetcher.submit(body, { method: "post", action: route?.pathname, encType: "multipart/form-data" });
	};
	const edit = (photo: SelectedPhoto, steps: Steps, made: Promise<Pixels> | undefined) => {
		const original = photo.original ?? photo.file;
		const change = async () => {
			const file = (await made?.then((pixels) => toFile(pixels, original)).catch(() => original)) ?? original;
			// A later step may have been made meanwhile.
			if (current().find(({ preview }) => preview === photo.preview)?.steps !== steps) return;
			if (photo.shown) URL.revokeObjectURL(photo.shown);
			selected.replace(photo, file);
		};
		selected.update(photo, { original, steps });
		editing.current = Promise.all([editing.current, change()]);
	};
	const edited = async () => {
		for (let known: unknown; known !== editing.current; ) {
			known = editing.current;
			await known;
		}
	};
	const send = async (form: HTMLFormElement) => {
		setLeftOut([]);
		setInterruption(undefined);
		setBlocked(false);
		const signal = upload.begin();
		const stopped = await sendPhotos({
			photos: current,
			edited,
			// At once: the form that follows the last photo has what is rendered.
			update: (photo, changes) => flushSync(() => selected.update(photo, changes)),
			form,
			signal,
		});
		selected.fillField();
		if (!upload.end(signal)) return false;
		const isCutOff = stopped?.result.kind === "failed" && !stopped.result.reason;
		if (isCutOff && (await phoneTakesPhotos())) {
			// The phone sends all of them, perhaps when the server has none any more.
			flushSync(() => selected.compare([]));
			selected.fillField(await smallFiles(current()));
			return sendAsDocument(form);
		}
		setInterruption(stopped);
		const texts = stopped ? [stopped.result.reason ?? ""] : refusedPhotos().map((photo) => photo.note);
		setDialogText(texts.filter(isForDialog).join(" "));
		const isReady = !stopped && findProblem() === "";
		setBlocked(!isReady);
		return isReady;
	};
	useLayoutEffect(() => {
		prepare.current = (form) => {
			if (findProblem()) {
				(form.querySelector<HTMLElement>(".refused .remove") ?? input).focus();
				return Promise.resolve(false);
			}
			return current().every(({ state }) => state === "sent") ? undefined : send(form);
		};
	});
	useEffect(() => {
		// The user may have selected files before this component was loaded.
		if (isFirstEffect.current) add();
		isFirstEffect.current = false;
		const onChange = ({ target }: Event) => {
			if (target === input) return add();
			if (!(target instanceof HTMLInputElement) || target.name !== "removeImages") return;
			setLeftOut([]);
			rerender();
		};
		input.form?.addEventListener("change", onChange);
		return () => input.form?.removeEventListener("change", onChange);
	});
	const { compare } = selected;
	useEffect(() => compare(images), [images, compare]);
	// Moves the focus: the submit button has lost it, because the button was disabled during the upload.
	useEffect(() => {
		if (isBlocked) restoreFocus(input);
	}, [isBlocked, input]);

	const sendingPlace = photos.findIndex(({ state }) => state === "sending") + 1;
	const stoppedPlace = photos.findIndex(({ preview }) => preview === interruption?.preview) + 1;
	return (
		<>
			<link rel="stylesheet" href={styles} />
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
						onAdvance={
							photo.state === "new" && photos[index - 1]?.state === "new"
								? () => selected.advance(photo)
								: undefined
						}
						onEdit={(steps, made) => edit(photo, steps, made)}
					/>
				))}
			</ul>
			<p className="hint" role="status">
				{sendingPlace > 0 && `Foto ${sendingPlace} de ${photos.length}`}
			</p>
			{removedIds.map((id) => (
				<input key={id} type="hidden" name="removeImages" value={id} />
			))}
			{photos.map(({ id }) => id && <input key={id} type="hidden" name="keptImages" value={id} />)}
			{hasLostOne() && photos.every(({ state }) => state === "sent") && (
				<input type="hidden" name="onlyKept" value="si" />
			)}
			{interruption && <InterruptionNote result={interruption.result} place={stoppedPlace} />}
			{dialogText && (
				<ProblemDialog
					text={dialogText}
					onClose={() => {
						setDialogText("");
						restoreFocus(input);
					}}
				/>
			)}
		</>
	);
}
